import { problem } from '../../kit/model/problem.ts'
import { BOARD_FILE, GRID } from './board.ts'

interface Named {
  at: number
  name: string
}
/** What is refused about boards. */
export const boardProblems = {
  list: problem(400, 'board-panels', () => ({ zh: '看板面板格式不正确', en: 'The panels of the board are malformed' })),
  most: problem(400, 'board-most', () => ({ zh: `一个看板最多${GRID.panels}个面板`, en: `A board has at most ${GRID.panels} panels` })),
  indicator: problem<Named>(400, 'board-indicator', ({ at, name }) => ({
    zh: `第${at}个面板的指标不存在：${name}`,
    en: `Panel ${at}: there is no indicator ${name}`,
  })),
  shape: problem<Named>(400, 'board-shape', ({ at }) => ({ zh: `第${at}个面板的展示方式不正确`, en: `Panel ${at}: there is no such way to draw it` })),
  place: problem<Named>(400, 'board-place', ({ at }) => ({ zh: `第${at}个面板超出网格`, en: `Panel ${at} lies outside the grid` })),
  overlap: problem<Named>(400, 'board-overlap', ({ at }) => ({ zh: `第${at}个面板与其他面板重叠`, en: `Panel ${at} covers another one` })),
  version: problem(400, 'board-version', () => ({ zh: '看板没有这个版本', en: 'The board has no such version' })),
  size: problem(400, 'board-size', () => ({
    zh: `看板文件不能超过${BOARD_FILE.bytes / 1000}kB`,
    en: `The file of a board has at most ${BOARD_FILE.bytes / 1000} kB`,
  })),
  format: problem(400, 'board-format', () => ({ zh: '不是看板文件', en: 'This is not the file of a board' })),
  newer: problem<{ version: string }>(400, 'board-newer', ({ version }) => ({
    zh: `看板文件的版本${version}不支持，请使用版本${BOARD_FILE.version}`,
    en: `Version ${version} of the file is not supported: it must be ${BOARD_FILE.version}`,
  })),
}
