// One rule of validity: the program's answer is the database's, on outlines as broken as people and programs leave them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../../tests/seeded.ts'
import { SEED } from '../../tests/volume.ts'
import { world, type World } from '../../tests/world.ts'
import { anyRings } from './arbitrary.ts'
import { ringsFault } from './rings.ts'
import { outlineOf } from './validity.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

const MANY = 10_000
const BATCH = 2_500
const textOf = (rings: readonly (readonly (readonly number[])[])[]) => `POLYGON(${rings.map((r) => `(${r.map((p) => p.join(' ')).join(',')})`).join(',')})`

test('ten thousand outlines are valid for the program where they are for the database, and nowhere else', async () => {
  const random = seeded(SEED)
  const all = Array.from({ length: MANY }, () => anyRings(random))
  const answers: boolean[] = []
  for (let i = 0; i < MANY; i += BATCH) {
    const { rows } = await w.db.pool.query('select ST_IsValid(ST_GeomFromText(t)) as v from unnest($1::text[]) with ordinality x(t, n) order by n', [
      all.slice(i, i + BATCH).map(textOf),
    ])
    answers.push(...rows.map((r) => r.v))
  }
  const kinds = new Map<string, number>()
  const differ = all.flatMap((rings, i) => {
    const kind = ringsFault(rings)?.kind ?? 'valid'
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return (kind === 'valid') === answers[i] ? [] : [`${kind}: ${textOf(rings)}`]
  })
  expect(differ.slice(0, 3)).toEqual([])
  const valid = answers.filter(Boolean).length
  expect(Math.min(valid, MANY - valid)).toBeGreaterThan(2_000)
  // every way of being wrong was among them
  for (const kind of ['too-few-points', 'self-intersection', 'hole-outside', 'holes-nested', 'interior-split'])
    expect([kind, kinds.get(kind) ?? 0]).toEqual([kind, expect.toSatisfy((n: number) => n > 20)])
})

test('a crossing is told where the lines cross, as the database tells it', async () => {
  const random = seeded(Number(process.env.SEED ?? 7))
  // two opposite corners changed about: one crossing, and none elsewhere
  const near = (x: number, y: number): [number, number] => [105 + (x + random() * 4) / 1e4, 29 + (y + random() * 4) / 1e4]
  const all = Array.from({ length: 500 }, () => [near(0, 0), near(10, 10), near(10, 0), near(0, 10)])
  const texts = all.map((ring) => textOf([[...ring, ring[0]!]]))
  const { rows } = await w.db.pool.query(
    `select ST_X((d).location) as x, ST_Y((d).location) as y
      from (select ST_IsValidDetail(ST_GeomFromText(t)) as d, n from unnest($1::text[]) with ordinality x(t, n)) s order by n`,
    [texts],
  )
  const apart = all.map((ring, i) => {
    const fault = ringsFault([ring])
    return fault?.kind === 'self-intersection' ? Math.hypot(fault.at![0] - rows[i].x, fault.at![1] - rows[i].y) : Infinity
  })
  expect(Math.max(...apart)).toBeLessThan(1e-10)
  // edges that run upon one another: where they begin to
  expect(
    ringsFault([
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 10],
        [5, 0],
        [3, 0],
        [3, 10],
        [0, 10],
      ],
    ]),
  ).toEqual({ kind: 'self-intersection', at: [3, 0] })
})

const box = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]
test('each way of being no polygon has its name and place, in any direction of the rings', () => {
  const outer = box(0, 0, 10)
  const of = (...holes: [number, number][][]) => [
    ringsFault([outer, ...holes])?.kind,
    ringsFault([outer.toReversed(), ...holes.map((h) => h.toReversed())])?.kind,
  ]
  expect(of(box(2, 2, 2), box(6, 6, 2))).toEqual([undefined, undefined])
  // a hole may touch the boundary, and another hole, in one point
  expect(
    of(
      [
        [0, 5],
        [2, 4],
        [2, 6],
      ],
      box(2, 6, 2),
    ),
  ).toEqual([undefined, undefined])
  expect(of(box(20, 0, 2))).toEqual(['hole-outside', 'hole-outside'])
  expect(of(box(2, 2, 6), box(4, 4, 2))).toEqual(['holes-nested', 'holes-nested'])
  expect(
    of([
      [0, 5],
      [5, 4],
      [10, 5],
      [5, 6],
    ]),
  ).toEqual(['interior-split', 'interior-split'])
  expect(
    of(
      [
        [0, 5],
        [2, 4],
        [4, 5],
      ],
      [
        [4, 5],
        [10, 5],
        [6, 7],
      ],
    ),
  ).toEqual(['interior-split', 'interior-split'])
  expect(of(box(8, 8, 4))).toEqual(['self-intersection', 'self-intersection'])
  expect(of(outer)).toEqual(['self-intersection', 'self-intersection'])
  expect(ringsFault([[...outer.slice(0, 2), [14, 0], [10, 0], ...outer.slice(2)]])).toEqual({ kind: 'self-intersection', at: expect.any(Array) })
  // a notch, and a hole in it
  expect(
    ringsFault([
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 5],
        [0, 10],
      ],
      box(4, 7, 1),
    ])?.kind,
  ).toBe('hole-outside')
})

test('an outline that is none says why and where, in both languages', () => {
  const square = '105.4 29.8,105.401 29.8,105.401 29.801,105.4 29.801,105.4 29.8'
  const beside = '105.402 29.8,105.4021 29.8,105.4021 29.8001,105.402 29.8'
  expect(outlineOf(`POLYGON((${square}),(${beside}))`, 35)).toEqual({
    wrong: { zh: '内环（空洞）在外边界之外（105.4020000, 29.8000000）', en: 'a hole lies outside the boundary (105.4020000, 29.8000000)' },
  })
  expect(outlineOf(`POLYGON((${square}))`, 35)).toEqual({ shape: [expect.any(Array)] })
  expect(outlineOf(`MULTIPOLYGON(((${square})),((${beside})))`, 35)).toEqual({ wrong: { zh: '地块图形必须是单个多边形', en: expect.any(String) } })
})
