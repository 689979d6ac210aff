import { describe, expect, test } from 'vitest'
import { printedChoices, HOLDER_DOCUMENTS, ISSUER_DOCUMENTS, LINES, ticked, YES_NO } from '../../../services/typeset/choices.ts'
import { ordered } from './dk-survey.ts'
import { sampleSketch } from './samples.ts'
import { MARGIN, sketchModel, usualScale } from './sketch.ts'

describe('the order of boundary points', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ]
  const wanted = [
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
    { x: 0, y: 0 },
  ]

  test('begins north-west and runs clockwise whatever the given direction', () => {
    expect(ordered(square)).toEqual(wanted)
    expect(ordered([...square].reverse())).toEqual(wanted)
  })
})

describe('the sketch', () => {
  test('uses the next usual scale that fits', () => {
    expect([usualScale(26, 26), usualScale(26.1, 26), usualScale(60, 26), usualScale(3000, 80)]).toEqual([1000, 1500, 2500, 40000])
  })

  test('keeps every own outline inside the room of its cell', () => {
    for (const p of sketchModel(sampleSketch(15)).pages) {
      for (const c of p.cells) {
        for (const [x, y] of c.own.flat()) expect(x >= MARGIN.side && x <= p.w - MARGIN.side && y >= MARGIN.top && y <= p.h - MARGIN.top, c.dk.label).toBe(true)
      }
    }
  })

  test('is drawn with north up', () => {
    const s = sampleSketch(1)
    const [high, low] = [
      [0, 10],
      [0, 0],
    ] as const
    const cell = sketchModel({ ...s, dk: s.dk.map((k) => ({ ...k, rings: [[high, [10, 5], low]] })), others: [] }).pages[0]?.cells[0]
    expect((cell?.own[0]?.[0]?.[1] ?? 0) < (cell?.own[0]?.[2]?.[1] ?? 0)).toBe(true)
  })

  test('refuses a parcel without coordinates by its code', () => {
    const s = sampleSketch(1)
    const bare = { ...s, dk: s.dk.map((k) => ({ ...k, rings: [] })) }
    expect(() => sketchModel(bare)).toThrow(`地块${s.dk[0]?.dkbm}没有坐标`)
  })
})

describe('check boxes', () => {
  test('tick the box of the key, 其他 for a key of no box, nothing for no key', () => {
    const on = (boxes: Parameters<typeof ticked>[0], key: unknown) => ticked(boxes, key).flatMap((c) => (c.on ? [c.text] : []))
    expect([on(ISSUER_DOCUMENTS, '1'), on(ISSUER_DOCUMENTS, '3'), on(HOLDER_DOCUMENTS, '3'), on(ISSUER_DOCUMENTS, '')]).toEqual([
      ['身份证'],
      ['其他'],
      ['机构代码证'],
      [],
    ])
    expect([on(LINES, '01'), on(LINES, '99'), on(LINES, null), on(YES_NO, '2'), on(YES_NO, '7')]).toEqual([['田埂'], ['其他'], [], ['否'], []])
    expect(printedChoices(['是', '否'], '否').map((c) => c.on)).toEqual([false, true])
  })
})
