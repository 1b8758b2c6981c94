// The pictures as Vega-Lite says them (Satyanarayan et al. 2017). Where Vega-Lite is part of the page, it draws them; else the
// page does it itself, from the same values.
const vegaColours = ["var(--a)", "var(--b)", "var(--c)", "var(--d)", "var(--e)", "var(--f)"];
const vegaConfig = {
  background: "transparent",
  aria: false,  // Vega would say the names of fields; the place has a label
  // named: widths are measured on a canvas, which inherits none
  font: 'system-ui, "Noto Sans KR", "Noto Sans CJK KR", NanumGothic, "Malgun Gothic", sans-serif',
  view: {stroke: null},
  axis: {
    labelColor: "var(--dim)",
    titleColor: "var(--dim)",
    gridColor: "var(--line)",
    domainColor: "var(--line)",
    tickColor: "var(--line)",
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: "normal"
  },
  legend: {
    labelColor: "var(--ink)",
    labelFontSize: 12,
    orient: "bottom",
    columns: 3,
    columnPadding: 18,
    labelLimit: 300,
    symbolStrokeWidth: 2
  },
};

/** lines: [{name, points: [[x, y], …]}], or [x, y, low, high]; what is no number is left out: the caller says how many. */
function lineSpec(
    title, lines, {x = "", width = 360, height = 220, zero = false, logX = false, logY = false, whole = false} = {}) {
  const values = lines.flatMap(
      (l) => l.points.filter((p) => Number.isFinite(p[0]) && Number.isFinite(p[1]) && !(logY && p[1] === 0))
                 .map(
                     ([px, py, low, high]) =>
                         ({x: px, y: py, line: l.name, ...(typeof low === "number" && !(logY && low <= 0) ? {low, high} : {})})));
  const names = lines.map((l) => l.name), xs = [...new Set(values.map((v) => v.x))];
  const level =
      !zero && !logY && values.every((v) => v.y === values[0].y) && values.length > 0;  // no axis from a number to itself
  const flat = zero && !logY && values.every((v) => v.y === 0);
  const y = {
    field: "y",
    type: "quantitative",
    title: null,
    axis: logY ? {
      values: logTicks(...extentOf(values.flatMap((v) => ("low" in v ? [v.y, v.low, v.high] : [v.y]))), 4),
      format: ",~g"
    } :
                 {tickCount: 4},
    scale: logY ? {type: "log"} :
        level   ? {domain: [values[0].y - 0.5, values[0].y + 0.5]} :
        flat    ? {domain: [0, 1]} :
                  {zero}
  };
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: title,
    width: width - 64,
    height: height - 42,
    config: vegaConfig,
    data: {values},
    layer: [
      {mark: {type: "line", strokeWidth: 2, point: lines.every((l) => l.points.length <= 60) ? {size: 25} : false}},
      ...(values.some((v) => "low" in v) ? [{
        transform: [{filter: "isValid(datum.low)"}],
        mark: {type: "rule", strokeWidth: 1.5},
        encoding: {y: {...y, field: "low"}, y2: {field: "high"}}
      }] :
                                           [])
    ],
    encoding: {
      x: {
        field: "x",
        type: "quantitative",
        title: x || null,
        axis: {
          grid: false,
          ...(logX ? {} : {tickCount: 5}),  // it would thin the values out
          ...(whole ? {tickMinStep: 1} : {}),
          ...(logX || xs.length === 1 ? {format: ",~g", values: xs, labelOverlap: "greedy", labelSeparation: 4} : {})
        },
        scale: logX ? {type: "log", base: 2, nice: false} : {zero: false, nice: false}
      },
      y,
      color: {
        field: "line",
        type: "nominal",
        title: null,
        sort: null,
        scale: {domain: names, range: names.map((_, i) => vegaColours[i % vegaColours.length])},
        legend: lines.length > 1 ? {symbolType: "stroke"} : null
      },
      ...(lines.length > vegaColours.length ? {
        strokeDash: {
          field: "line",
          type: "nominal",
          sort: null,
          title: null,
          scale: {domain: names, range: names.map((_, i) => (i < vegaColours.length ? [1, 0] : [5, 4]))}
        }
      } :
                                              {}),
      tooltip: [
        {field: "line", type: "nominal", title: say("line", "선")},
        {field: "x", type: "quantitative", title: x || say("across", "가로")},
        {field: "y", type: "quantitative", format: ".4f", title: say("value", "값")}
      ],
    },
  };
}

/** Four digits that count; the table has it as it was printed. */
const barText = (column, i) => {
  const v = column.values[i];
  if (v === null) return "";
  const tiny = v !== 0 && Math.abs(v) < 1e-3;
  return (tiny ? v.toExponential(2) : v.toLocaleString("en-US", {maximumSignificantDigits: 4})).replaceAll("-", "−") +
      (column.unit && " " + column.unit);
};
/** A bar for each row of each column, with its interval: columns [{name, unit, values, low, high}], null where there is none. */
function barSpec(title, rows, columns) {
  const values = columns.flatMap(
      (c) => rows.map((row, i) => ({
                        i,
                        row,
                        column: c.name,
                        v: c.values[i],
                        low: c.low[i],
                        high: c.high[i],
                        end: Math.max(0, c.values[i], c.high[i] ?? 0),
                        said: barText(c, i)
                      }))
                 .filter((d) => d.v !== null));
  const names = columns.map((c) => c.name), y = {
    field: "i",
    type: "ordinal",
    title: null,
    axis: {
      labelExpr: `${JSON.stringify(rows)}[datum.value]`,
      domain: false,
      ticks: false,
      labelPadding: 6,
      labelColor: "var(--ink)",
      labelLimit: 220
    }
  };
  const offset = columns.length > 1 ? {yOffset: {field: "column", sort: null, scale: {domain: names}}} : {},
        x = {field: "v", type: "quantitative", title: null, axis: null};
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: title,
    width: 200,
    height: {step: columns.length > 1 ? 8 + 14 * columns.length : 20, for: "position"},
    config: vegaConfig,
    data: {values},
    encoding: {y, ...offset},
    layer: [
      {
        mark: {type: "bar"},
        encoding: {
          x,
          color: {
            field: "column",
            type: "nominal",
            title: null,
            scale: {domain: names, range: names.map((_, i) => vegaColours[i % vegaColours.length])},
            ...(columns.length > 1 ? {} : {legend: null})
          },
          tooltip: [
            {field: "row", type: "nominal", title: say("row", "행")},
            {field: "column", type: "nominal", title: say("column", "열")},
            {field: "said", type: "nominal", title: say("value", "값")}
          ]
        }
      },
      ...(values.some((v) => v.low !== null) ? [{
        transform: [{filter: "isValid(datum.low)"}],
        mark: {type: "rule", strokeWidth: 1.5, color: "var(--ink)"},
        encoding: {x: {...x, field: "low"}, x2: {field: "high"}}
      }] :
                                               []),
      {
        mark: {type: "text", align: "left", dx: 4, fontSize: 12, color: "var(--dim)"},
        encoding: {x: {field: "end", type: "quantitative"}, text: {field: "said", type: "nominal"}}
      },
    ],
  };
}

const drawings = [];  // that Vega has begun
/** The spec drawn by Vega-Lite, or what `own` draws where there is none. over(datum): the mouse is on a mark. */
function drawn(spec, own, over) {
  if (typeof vegaLite === "undefined") return own();
  const place = element("div", {class: "vega", role: "img", "aria-label": spec.description});
  const view = new vega.View(
      vega.parse(vegaLite.compile(spec).spec, null, {ast: true}),
      {renderer: "svg", container: place, expr: vegaInterpreter, hover: true, logLevel: vega.Error});
  if (over)
    view.addEventListener("mouseover", (_, item) => {
      if (item && item.datum && "i" in item.datum) over(item.datum);
    });
  drawings.push(view.runAsync());
  return place;
}
