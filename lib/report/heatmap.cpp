#include "lib/report/heatmap.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/text/display.hpp"

namespace heed {
namespace {

constexpr std::size_t gap_between_maps = 3;

// A line knows its columns, as its text may hold colour codes that take none.
struct PanelLine {
  std::string text;
  std::size_t width = 0;
};

struct Panel {
  std::vector<PanelLine> lines;
  std::size_t width = 0;
};

void add_line(Panel& panel, PanelLine line) {
  panel.width = std::max(panel.width, line.width);
  panel.lines.push_back(std::move(line));
}

std::size_t least_cell(const HeatMapOptions& options) {
  if (!options.numbers) return 2;
  return (options.colours == Colours::none ? 5 : 3) + (options.signs == Signs::shown ? 1 : 0);
}

// Columns [from, to) with their labels and all rows.
void add_block(Panel& panel, const HeatMap& map, const HeatMapOptions& options, std::size_t label_width,
               std::span<const std::size_t> cell_widths, std::size_t from, std::size_t to) {
  PanelLine head{std::string(label_width, ' '), label_width};
  for (std::size_t j = from; j < to; ++j) {
    head.text += ' ';
    head.text += pad_width(fit_width(map.column_labels[j], cell_widths[j]), cell_widths[j]);
    head.width += 1 + cell_widths[j];
  }
  add_line(panel, head);
  for (std::size_t i = 0; i < map.row_labels.size(); ++i) {
    PanelLine row{pad_width(fit_width(map.row_labels[i], label_width), label_width), head.width};
    for (std::size_t j = from; j < to; ++j) {
      row.text += ' ';
      row.text += shade(map.values[i * cell_widths.size() + j], {.colours = options.colours,
                                                                 .width = cell_widths[j],
                                                                 .numbers = options.numbers,
                                                                 .signs = options.signs});
    }
    add_line(panel, row);
  }
}

Panel panel_of(const HeatMap& map, const HeatMapOptions& options) {
  const std::size_t rows = map.row_labels.size(), columns = map.column_labels.size();
  if (map.values.size() != rows * columns) {
    throw_error<UsageError>("heat_map: {} values for {} row labels and {} column labels; {} are needed",
                            map.values.size(), rows, columns, rows * columns);
  }
  Panel panel;
  if (!map.title.empty()) {
    const std::string title = fit_width(map.title, options.width);
    add_line(panel, {title, printable_width(title)});
  }
  std::size_t label_width = 0;
  for (const std::string& label : map.row_labels) label_width = std::max(label_width, printable_width(label));
  label_width = std::min(label_width, std::max<std::size_t>(4, options.width / 3));
  const std::size_t room =
      options.width > label_width ? options.width - label_width : 0;  // with the gaps before cells
  std::vector<std::size_t> cell_widths;
  for (const std::string& label : map.column_labels) {
    const std::size_t wanted = std::max(least_cell(options), printable_width(label));
    cell_widths.push_back(std::min(wanted, std::max(least_cell(options), room > 0 ? room - 1 : 0)));
  }
  for (std::size_t from = 0; from < columns;) {
    std::size_t to = from, used = 0;
    while (to < columns && (to == from || used + 1 + cell_widths[to] <= room)) used += 1 + cell_widths[to++];
    if (from > 0) add_line(panel, {});
    add_block(panel, map, options, label_width, cell_widths, from, to);
    from = to;
  }
  return panel;
}

// Panels beside each other, the shorter ones filled with empty lines.
std::string side_by_side(std::span<const Panel> panels) {
  std::size_t height = 0;
  for (const Panel& panel : panels) height = std::max(height, panel.lines.size());
  std::string text;
  for (std::size_t k = 0; k < height; ++k) {
    std::string line;
    for (std::size_t p = 0; p < panels.size(); ++p) {
      const PanelLine part = k < panels[p].lines.size() ? panels[p].lines[k] : PanelLine{};
      if (p > 0) line.append(gap_between_maps, ' ');
      line += part.text + std::string(panels[p].width - part.width, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string heat_map(const HeatMap& map, const HeatMapOptions& options) {
  return heat_maps(std::span(&map, 1), options);
}

std::string heat_maps(std::span<const HeatMap> maps, const HeatMapOptions& options) {
  std::vector<Panel> panels;
  for (const HeatMap& map : maps) panels.push_back(panel_of(map, options));
  std::string text;
  for (std::size_t from = 0; from < panels.size();) {
    std::size_t to = from, used = 0;
    while (to < panels.size() &&
           (to == from || used + gap_between_maps + panels[to].width <= options.width)) {
      used += (to == from ? 0 : gap_between_maps) + panels[to].width;
      ++to;
    }
    if (from > 0) text += "\n";
    text += side_by_side(std::span(panels).subspan(from, to - from));
    from = to;
  }
  return text;
}

}  // namespace heed
