# docker build -t heed . && docker run -it heed translate
# It is for the machine that builds it (-march=native); ENV HEED_PRESET=portable makes one for any.
FROM debian:13
ENV LANG=C.UTF-8
WORKDIR /heed
COPY . .
# installs what is missing and builds
RUN ./heed help && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["./heed"]
