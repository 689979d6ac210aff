// The numbers that a real-estate registry gives, judged by themselves: of a unit (of a parcel) and of a certificate (of a book). Pure.
import type { Text } from '../../kit/model/lang.ts'

/** 县6位、地籍区3位、地籍子区3位, kind of land 2 letters, parcel 5 digits, fixture letter and 8 digits. Source: codes.md 3; GB/T 37346-2018. */
const BDCDYH = /^\d{12}[A-Z]{2}\d{5}[FLQW]\d{8}$/
const isNone = (v: unknown): boolean => v === null || v === undefined || v === ''
/** What is wrong with a real-estate unit number of a parcel of this county, or undefined; none is right. */
export function bdcdyhWrong(v: unknown, county: string): Text | undefined {
  if (isNone(v)) return undefined
  if (!BDCDYH.test(String(v)))
    return {
      zh: '不动产单元号应为28位：12位数字、2位字母、5位数字、1位定着物代码（F、L、Q、W）和8位数字',
      en: 'The real-estate unit number has 28 characters: 12 digits, 2 letters, 5 digits, one of F, L, Q, W, and 8 digits',
    }
  return String(v).startsWith(county)
    ? undefined
    : { zh: `不动产单元号应以本县代码${county}开头`, en: `The real-estate unit number begins with the code of this county, ${county}` }
}

/** Short names of provinces by the first two digits of their codes, as certificates begin with them; some have two. */
const PROVINCES = new Map(
  (
    '11京 12津 13冀 14晋 15蒙 21辽 22吉 23黑 31沪 32苏 33浙 34皖 35闽 36赣 37鲁 41豫 42鄂 43湘 44粤 45桂 46琼 ' +
    '50渝 51川蜀 52黔贵 53云滇 54藏 61陕秦 62甘陇 63青 64宁 65新'
  )
    .split(' ')
    .map((p) => [p.slice(0, 2), p.slice(2)]),
)
/** The short name of the province of a county, as its certificates begin. */
export const provinceOf = (county: string): string => PROVINCES.get(county.slice(0, 2))?.[0] ?? ''
/** Short name of the province, year, place of the registry, serial of seven digits or more. Source: codes.md 2; 不动产登记簿证样式. */
const BDCQZH = /^(\p{Script=Han})(?:（(\d{4})）|\((\d{4})\))(\p{Script=Han}{2,20})不动产权第(\d{7,9})号$/u
/** The first certificates of this kind were given on 1 March 2015. */
const FIRST_YEAR = '2015'
/** What is wrong with the number of a real-estate certificate of a book of this county, or undefined; none is right. `today`: yyyy-MM-dd. */
export function bdcqzhWrong(v: unknown, county: string, today: string): Text | undefined {
  if (isNone(v)) return undefined
  const parts = BDCQZH.exec(String(v))
  if (!parts)
    return {
      zh: '不动产权证号格式不正确，例：川（2024）安岳县不动产权第0000123号',
      en: 'The number of the real-estate certificate has the short name of the province, the year in brackets, the place and a serial of seven digits',
    }
  const [, province = '', wide, narrow] = parts
  const known = PROVINCES.get(county.slice(0, 2))
  if (known && !known.includes(province))
    return {
      zh: `不动产权证号应以本省简称“${known[0]}”开头`,
      en: `The number of the real-estate certificate begins with the name of this province, ${known[0]}`,
    }
  const year = wide ?? narrow ?? ''
  return year >= FIRST_YEAR && year <= today.slice(0, 4)
    ? undefined
    : {
        zh: `不动产权证号的年份应在${FIRST_YEAR}年至${today.slice(0, 4)}年之间`,
        en: `The year in the number of the real-estate certificate lies between ${FIRST_YEAR} and ${today.slice(0, 4)}`,
      }
}
/** The place that a well-formed number names. */
export const registryPlaceIn = (bdcqzh: string): string => BDCQZH.exec(bdcqzh)?.[4] ?? ''
/** A number of a certificate in both ways of writing its brackets: one number, however it was typed. */
export const spellings = (bdcqzh: string): readonly string[] => [bdcqzh.replace(/[（(](\d{4})[）)]/, '（$1）'), bdcqzh.replace(/[（(](\d{4})[）)]/, '($1)')]
