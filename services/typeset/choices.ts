/** A check box of a form with its text. */
export interface PrintedChoice {
  readonly text: string
  readonly on: boolean
}
/** A box of a form: its text, and the keys of the dictionary that it stands for; none: the box of whatever no other box stands for. */
export type Box = readonly [text: string, ...keys: string[]]

/** @returns one box a text, the hit one ticked; a hit that is none of the boxes ticks nothing */
export function printedChoices(boxes: readonly string[], hit: string | undefined): PrintedChoice[] {
  return boxes.map((text) => ({ text, on: text === hit }))
}

/**
 * Ticks by the key that the register keeps, never by a word: a county may call its keys what it likes.
 * @returns one box a text; a key of no box ticks the box without keys, no key ticks nothing
 */
export function ticked(boxes: readonly Box[], key: unknown): PrintedChoice[] {
  const code = key === null || key === undefined ? '' : String(key)
  const hit = code === '' ? -1 : boxes.findIndex(([, ...keys]) => keys.includes(code))
  const other = code === '' || hit >= 0 ? -1 : boxes.findIndex((b) => b.length === 1)
  return boxes.map(([text], i) => ({ text, on: i === hit || i === other }))
}

const OTHER = ['其他'] as const
/** Kinds of documents, in the order of each form (dictionary zjlx). */
export const HOLDER_DOCUMENTS: readonly Box[] = [['身份证', '1'], ['军官证', '2'], ['护照', '5'], ['机构代码证', '3'], ['户口簿', '4'], OTHER]
export const ISSUER_DOCUMENTS: readonly Box[] = [['身份证', '1'], ['军官证', '2'], ['护照', '5'], ['户口簿', '4'], OTHER]
export const ALL_DOCUMENTS: readonly Box[] = [
  ['居民身份证', '1'],
  ['军官证', '2'],
  ['行政、企事业单位机构代码证或法人代码证', '3'],
  ['户口簿', '4'],
  ['护照', '5'],
  ['其他证件'],
]
/** How land is acquired (dictionary cbjyqqdfs). */
export const WAYS: readonly Box[] = [['家庭承包', '110'], ['招标', '121'], ['公开协商', '123'], ['拍卖', '122'], ['转让', '200'], ['互换', '300'], OTHER]
/** What a parcel is for (tdyt), what grows on it (tdlylx), whether it is basic farmland (yes_no). */
export const PURPOSES: readonly Box[] = [['种植业', '1'], ['林业', '2'], ['畜牧业', '3'], ['渔业', '4'], OTHER]
export const LAND_USES: readonly Box[] = [['水田', '011'], ['旱地', '013'], ['水浇地', '012'], ['果园', '021'], OTHER]
export const YES_NO: readonly Box[] = [
  ['是', '1'],
  ['否', '2'],
]
/** Marks of boundary points (jblx), kinds (jzxlb) and places (jzxwz) of boundary lines. */
export const MARKS: readonly Box[] = [['钢钉', '1'], ['水泥桩', '2'], ['石灰桩', '3'], ['无标志', '6'], OTHER]
export const LINES: readonly Box[] = [
  ['田埂', '01'],
  ['沟渠', '02'],
  ['道路', '03'],
  ['行树', '04'],
  ['围墙', '05'],
  ['墙壁', '06'],
  ['栅栏', '07'],
  ['两点连线', '08'],
  OTHER,
]
export const TICK_PLACES: readonly Box[] = [
  ['内', '1'],
  ['中', '2'],
  ['外', '3'],
]
