// The project's own; heed has a header of this name too.
#pragma once

int own_layers();
