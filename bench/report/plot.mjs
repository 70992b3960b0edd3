import * as echarts from 'echarts';
import { isHeld, short } from './words.mjs';

const COLORS = [
  '#2463a8',
  '#c2571a',
  '#2b8a5a',
  '#8a4fb5',
  '#b02a4c',
  '#6b6b6b',
  '#a88a10',
  '#14808f',
];
const FRAME = {
  animation: false,
  backgroundColor: '#ffffff',
  color: COLORS,
  textStyle: { fontFamily: 'sans-serif' },
};

function rendered(option, { width, height }) {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ ...FRAME, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${withOwnClasses(svg)}\n`;
}

/** Its classes numbered from one: ECharts counts on over all that a process draws, and each drawing would differ from before. */
function withOwnClasses(svg) {
  const classes = new Map();
  return svg.replaceAll(/zr\d+-cls-\d+/g, (name) => {
    if (!classes.has(name)) classes.set(name, `style-${classes.size + 1}`);
    return classes.get(name);
  });
}

/** How far a figure is above its floor: 1 is the floor, whichever way is better. */
const overFloor = ({ value, floor, better }) =>
  better === 'higher' ? value / floor : floor / value;
const aimOverFloor = ({ floor, aim, better }) => (better === 'higher' ? aim / floor : floor / aim);

/** Every figure that has a floor, as a multiple of it, with its aim. @returns an SVG */
export function plotFigures(figures) {
  const shown = figures.filter(({ floor, value }) => floor > 0 && value > 0).toReversed();
  return rendered(
    {
      title: {
        text: 'How far above its floor each row is',
        left: 'center',
        textStyle: { fontSize: 15 },
      },
      grid: { left: 330, right: 60, top: 40, bottom: 40 },
      xAxis: {
        type: 'log',
        min: 0.5,
        max: 'dataMax',
        name: 'floor = 1',
        nameLocation: 'middle',
        nameGap: 26,
      },
      yAxis: {
        type: 'category',
        data: shown.map(({ row, name }) => `${row}  ${name}`),
        axisLabel: { width: 315, overflow: 'truncate' },
      },
      series: [
        {
          type: 'bar',
          data: shown.map((figure) => ({
            value: Number(overFloor(figure).toFixed(3)),
            itemStyle: { color: isHeld(figure, figure.floor) ? COLORS[0] : COLORS[4] },
          })),
          label: {
            show: true,
            position: 'right',
            formatter: ({ dataIndex }) => short(shown[dataIndex].value),
          },
          markLine: { symbol: 'none', silent: true, label: { show: false }, data: [{ xAxis: 1 }] },
        },
        {
          type: 'scatter',
          symbol: 'diamond',
          symbolSize: 11,
          itemStyle: { color: COLORS[1] },
          data: shown.flatMap((figure, i) =>
            figure.aim === undefined ? [] : [[Number(aimOverFloor(figure).toFixed(3)), i]],
          ),
        },
      ],
    },
    { width: 900, height: 90 + 26 * shown.length },
  );
}

/** A curve with all its series. @returns an SVG */
export function plotCurve({ title, x, y, log, series }) {
  const rows = Math.ceil(series.length / 3);
  return rendered(
    {
      title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
      legend: { bottom: 0, data: series.map(({ name }) => name) },
      grid: { left: 70, right: 40, top: 50, bottom: 50 + 24 * rows },
      xAxis: {
        type: 'log',
        name: x,
        nameLocation: 'middle',
        nameGap: 28,
        min: 'dataMin',
        max: 'dataMax',
      },
      yAxis: { type: log ? 'log' : 'value', name: y, nameTextStyle: { align: 'left' } },
      series: series.map(({ name, points }) => ({
        name,
        type: 'line',
        data: points,
        symbolSize: 7,
      })),
    },
    { width: 760, height: 380 + 24 * rows },
  );
}
