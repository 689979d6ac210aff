import iconv from 'iconv-lite'
import { equalPoints, type Point } from './shape.ts'

// A drawing as DXF (AutoCAD R12, ASCII), which every program of surveyors opens. Pure.

/** What stands in a drawing: rings and lines as polylines, points, words at a place; each on a layer of its own. */
export interface DxfDrawing {
  rings: readonly { layer: string; points: readonly Point[] }[]
  lines: readonly { layer: string; points: readonly Point[] }[]
  points: readonly { layer: string; at: Point }[]
  words: readonly { layer: string; at: Point; text: string; height: number }[]
}
type Pair = readonly [code: number, value: string | number]
const figure = (v: number): string => v.toFixed(4)
const at = ([x, y]: Point): Pair[] => [
  [10, figure(x)],
  [20, figure(y)],
  [30, '0.0'],
]
/** A line of text without an end in it; what GBK lacks is written by its number, as the format has it. */
function wordsOf(text: string): string {
  const plain = text.replace(/[\u0000-\u001f]/g, ' ').replaceAll('\\', '\\\\')
  return [...plain]
    .map((sign) => {
      if (iconv.decode(iconv.encode(sign, 'gbk'), 'gbk') === sign) return sign
      return Array.from({ length: sign.length }, (_, i) => `\\U+${sign.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0')}`).join('')
    })
    .join('')
}
const polyline = (layer: string, points: readonly Point[], isClosed: boolean): Pair[] => [
  [0, 'POLYLINE'],
  [8, layer],
  [66, 1],
  [70, isClosed ? 1 : 0],
  [10, '0.0'],
  [20, '0.0'],
  [30, '0.0'],
  ...points.flatMap((p): Pair[] => [[0, 'VERTEX'], [8, layer], ...at(p)]),
  [0, 'SEQEND'],
  [8, layer],
]
/** A ring without its first point again at the end: it is closed by its flag. */
const open = (ring: readonly Point[]): readonly Point[] => (ring.length > 1 && equalPoints(ring[0]!, ring.at(-1)!) ? ring.slice(0, -1) : ring)

/** The bytes of a drawing, in GBK. */
export function dxfOf({ rings, lines, points, words }: DxfDrawing): Buffer {
  const layers = [...new Set([...rings, ...lines, ...points, ...words].map((e) => e.layer))].toSorted()
  const pairs: Pair[] = [
    [0, 'SECTION'],
    [2, 'HEADER'],
    [9, '$ACADVER'],
    [1, 'AC1009'],
    [9, '$DWGCODEPAGE'],
    [3, 'ANSI_936'],
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'TABLES'],
    [0, 'TABLE'],
    [2, 'LAYER'],
    [70, layers.length],
    ...layers.flatMap((name, i): Pair[] => [
      [0, 'LAYER'],
      [2, name],
      [70, 0],
      [62, 1 + (i % 7)],
      [6, 'CONTINUOUS'],
    ]),
    [0, 'ENDTAB'],
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'ENTITIES'],
    ...rings.flatMap((r) => polyline(r.layer, open(r.points), true)),
    ...lines.flatMap((l) => polyline(l.layer, l.points, false)),
    ...points.flatMap((p): Pair[] => [[0, 'POINT'], [8, p.layer], ...at(p.at)]),
    ...words.flatMap((w): Pair[] => [[0, 'TEXT'], [8, w.layer], ...at(w.at), [40, figure(w.height)], [1, wordsOf(w.text)]]),
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ]
  return iconv.encode(`${pairs.map(([code, value]) => `${code}\r\n${value}`).join('\r\n')}\r\n`, 'gbk')
}
