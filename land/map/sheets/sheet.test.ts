// A sheet is in its scale: measured on the printed page.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { closeRenderer } from '../../../services/typeset/typeset.server.ts'
import type { Point } from '../../geometry/shape.ts'
import { renderSheet } from './sheet.server.ts'
import { frameOf, gridStep, SHEET_PAPERS, sheetModel, type SheetDoc } from './sheet.ts'

afterAll(() => closeRenderer())
const middle: Point = [515_000, 3_330_000]
/** A red rectangle of so many metres around the middle, on a sheet. */
const doc = (of: Partial<SheetDoc>, [w, h]: readonly [number, number]): SheetDoc => ({
  paper: 'A4',
  isUpright: false,
  scale: 1000,
  middle,
  title: '地块图',
  note: '说明',
  imprint: '',
  styles: [{ key: 'red', color: '#ff0000', fill: '#ff0000', width: 0.01 }],
  shapes: [
    {
      style: 'red',
      paths: [
        [
          [middle[0] - w / 2, middle[1] - h / 2],
          [middle[0] + w / 2, middle[1] - h / 2],
          [middle[0] + w / 2, middle[1] + h / 2],
          [middle[0] - w / 2, middle[1] + h / 2],
        ],
      ],
    },
  ],
  legend: [],
  words: { scale: '比例尺', grid: '' },
  ...of,
})
/** Pixels of a millimetre. */
const FINE = 10
/** Width and height of the page and of what is red on it, in millimetres. */
async function measured(d: SheetDoc) {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-'))
  try {
    const file = join(folder, 'a.pdf')
    writeFileSync(file, await renderSheet(d, '2026-01-02T00:00:00Z'))
    execFileSync('pdftoppm', ['-r', String(25.4 * FINE), '-png', '-singlefile', file, join(folder, 'a')])
    const { data, info } = await sharp(join(folder, 'a.png'), { limitInputPixels: false }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let [x0, y0, x1, y1] = [Infinity, Infinity, -1, -1]
    for (let y = 0, i = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++, i += 3)
        if (data[i]! > 200 && data[i + 1]! < 90 && data[i + 2]! < 90) [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)]
    return { page: [info.width / FINE, info.height / FINE], red: [(x1 - x0 + 1) / FINE, (y1 - y0 + 1) / FINE] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('what is so many metres long is as long on paper as the scale says, within half a percent', async () => {
  for (const [of, ground, paper] of [
    [{}, [150, 80], [150, 80]],
    [{ paper: 'A3', isUpright: true, scale: 2000 }, [400, 500], [200, 250]],
  ] as const) {
    const { page, red } = await measured(doc(of, ground))
    const { width, height } = frameOf(doc(of, ground))
    for (const [is, should] of [
      [page[0]!, width],
      [page[1]!, height],
      [red[0]!, paper[0]],
      [red[1]!, paper[1]],
    ] as const)
      expect(Math.abs(is - should) / should).toBeLessThan(0.005)
  }
})

test('papers lie or stand, a grid line is about ten centimetres from the next, and a label stands only where it has room', () => {
  for (const paper of ['A4', 'A3', 'A2', 'A1', 'A0'] as const) {
    const [a, b] = [frameOf(doc({ paper }, [1, 1])), frameOf(doc({ paper, isUpright: true }, [1, 1]))]
    expect([a.width, a.height]).toEqual([...SHEET_PAPERS[paper]])
    expect([b.height, b.width]).toEqual([...SHEET_PAPERS[paper]])
    // metres of the ground in the frame are its millimetres in the scale
    expect(a.ground[2] - a.ground[0]).toBeCloseTo(a.w, 6)
  }
  expect([500, 1000, 2000, 5000, 7500, 10_000].map(gridStep)).toEqual([50, 100, 200, 500, 500, 1000])
  const labelled = (side: number) => {
    const d = doc({}, [side, side])
    return sheetModel({ ...d, shapes: d.shapes.map((s) => ({ ...s, label: '00001' })) }).labels.length
  }
  expect([labelled(5), labelled(50)]).toEqual([0, 1])
})
