// How coordinates of the two former systems of the country become CGCS2000: parameters that a county has from its office of surveying. Without them nothing is converted.
import { both as p, type Text } from '../../kit/model/lang.ts'

/** Former systems: axis and flattening of their ellipsoid. Source: EPSG 7049 (IAG 1975), 7024 (Krassovsky 1940). */
export const FORMER_DATUMS = {
  xian80: { name: p('1980西安坐标系', "Xi'an 1980"), axis: 6_378_140, flattening: 298.257 },
  beijing54: { name: p('1954北京坐标系', 'Beijing 1954'), axis: 6_378_245, flattening: 298.3 },
} as const satisfies Readonly<Record<string, { name: Text; axis: number; flattening: number }>>
export type FormerDatum = keyof typeof FORMER_DATUMS

/** Bounds of the seven: shifts in metres, turns in seconds of arc, scale in millionths. Beyond them a slip of the pen moves land by kilometres. */
const MOST = [1000, 1000, 1000, 60, 60, 60, 100] as const
/** The three or seven parameters that are typed, as the library takes them; undefined where they are none. */
export function datumShift(typed: unknown): string | undefined {
  const parts = String(typed ?? '')
    .trim()
    .split(/\s*[,，]\s*/)
  if (parts.length !== 3 && parts.length !== 7) return undefined
  if (!parts.every((v, i) => /^-?\d{1,4}(\.\d{1,8})?$/.test(v) && Math.abs(Number(v)) <= MOST[i]!)) return undefined
  return parts.map(Number).join(',')
}
/** Why what is typed is none. */
export const datumShiftWrong = (name: Text): Text =>
  p(
    `${name.zh}应为3个或7个用逗号分隔的数：平移不超过1000米，旋转不超过60角秒，尺度不超过百万分之100`,
    `${name.en}: three or seven numbers with commas: shifts up to 1000 m, turns up to 60 arc seconds, scale up to 100 ppm`,
  )

const meaning = p(
  '换算到2000国家大地坐标系的参数：X、Y、Z平移（米），可再加X、Y、Z旋转（角秒，位置矢量法）和尺度（百万分之一），用逗号分隔；由测绘主管部门提供，填写后才能上传该坐标系的图形',
  'To CGCS2000: shifts along X, Y, Z in metres, and where known turns about X, Y, Z in arc seconds (position vector) and the scale in ppm, with commas. From the office of surveying; shapes in that system are taken only with them',
)
const one = (datum: FormerDatum) =>
  ({
    kind: 'text',
    group: 'data',
    key: `datum.${datum}`,
    name: p(`${FORMER_DATUMS[datum].name.zh}转换参数`, `${FORMER_DATUMS[datum].name.en}: conversion`),
    meaning,
    isShift: true,
    none: p('不转换，拒绝该坐标系的图形', 'None: shapes in that system are refused'),
  }) as const
/** The parameters of both. */
export const DATUM_PARAMS = { xian80: one('xian80'), beijing54: one('beijing54') } as const
