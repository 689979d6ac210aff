// Figures of people and households: each by the condition that shows its rows too. Pure. Source: statistics.md 13.
import { both as w, type Text } from '../../kit/model/lang.ts'
import { yearsLater } from '../../land/definitions/membership.ts'
import { DJZT } from '../../land/definitions/statuses.ts'

/** What a figure counts. */
export type PopulationOf = 'people' | 'households'
export interface PopulationFigure {
  key: string
  group: PopulationGroup
  label: Text
  of: PopulationOf
  /** SQL over `m` (a member with its year of birth) or `h` (a household with what its members come to); `:old`, `:retired`, `:adult` … are days of birth as yyyymmdd */
  which: string
}
export const POPULATION_GROUPS = {
  members: w('家庭成员', 'Members'),
  remarks: w('成员备注', 'Remarks'),
  ages: w('年龄（按证件号码）', 'Age (by ID number)'),
  sizes: w('农户人数', 'Households by size'),
  attention: w('需关注', 'Needs attention'),
} as const satisfies Record<string, Text>
export type PopulationGroup = keyof typeof POPULATION_GROUPS

/** Ages at which a group begins; the days on which somebody of today was born so many years ago. */
export const AGES = { adult: 18, old: 60, head: 75, eldest: 80 } as const
/** The day (yyyymmdd) on or before which somebody was born who is so many years old on `today` (yyyy-MM-dd). */
export const bornBy = (today: string, years: number): string => yearsLater(today, -years).replaceAll('-', '')

const LIVING = `m.cybz is distinct from '7'`
const people = (key: string, group: PopulationGroup, zh: string, en: string, which: string): PopulationFigure => ({
  key,
  group,
  label: w(zh, en),
  of: 'people',
  which,
})
const households = (key: string, group: PopulationGroup, zh: string, en: string, which: string): PopulationFigure => ({
  key,
  group,
  label: w(zh, en),
  of: 'households',
  which,
})
const REMARKS: readonly (readonly [string, string, string])[] = [
  ['1', '外嫁女', 'Women married out'],
  ['2', '入赘男', 'Men married in'],
  ['3', '在校大学生', 'University students'],
  ['4', '国家公职人员', 'State employees'],
  ['5', '军人', 'Soldiers'],
  ['6', '新生儿', 'Newborn'],
  ['7', '去世', 'Deceased'],
  ['9', '其他备注', 'Other remarks'],
]
/** Households of eight and more are one class. */
const LARGEST = 8
export const POPULATION: readonly PopulationFigure[] = [
  people('all', 'members', '成员总数', 'Members', LIVING),
  people('owners', 'members', '共有人', 'Co-owners', `${LIVING} and m.sfgyr = '1'`),
  people('men', 'members', '男', 'Men', `${LIVING} and m.cyxb = '1'`),
  people('women', 'members', '女', 'Women', `${LIVING} and m.cyxb = '2'`),
  ...REMARKS.map(([key, zh, en]) => people(`remark${key}`, 'remarks', zh, en, `m.cybz = '${key}'`)),
  people('age0', 'ages', '0–17岁', '0–17', `${LIVING} and m.born > :adult`),
  people('age18', 'ages', '18–59岁', '18–59', `${LIVING} and m.born <= :adult and m.born > :old`),
  people('age60', 'ages', '60–79岁', '60–79', `${LIVING} and m.born <= :old and m.born > :eldest`),
  people('age80', 'ages', '80岁及以上', '80 and above', `${LIVING} and m.born <= :eldest`),
  people('ageless', 'ages', '年龄不明', 'Unknown', `${LIVING} and m.born is null`),
  ...Array.from({ length: LARGEST }, (_, i) => {
    const n = i + 1
    return n < LARGEST
      ? households(`size${n}`, 'sizes', `${n}人户`, `Of ${n}`, `h.living = ${n}`)
      : households(`size${n}`, 'sizes', `${n}人及以上`, `Of ${n} and more`, `h.living >= ${n}`)
  }),
  households('oldHead', 'attention', '户主75岁及以上', 'Head of 75 or more', `h.head <= :head`),
  households('noYoung', 'attention', '没有60岁以下成员', 'Nobody under 60', `h.living > 0 and h.ageless = 0 and h.youngest <= :old`),
  households('empty', 'attention', '没有成员', 'Without members', `h.living = 0`),
  households('noContract', 'attention', '没有合同（空户）', 'Without a contract', `h.djzt is distinct from '${DJZT.registered}'`),
  people('noNumber', 'attention', '没有证件号码', 'Without an ID number', `${LIVING} and coalesce(m.cyzjhm, '') = ''`),
  people('sameNumber', 'attention', '证件号码重复', 'ID number used twice', `m.stands > 1`),
  people('twoHomes', 'attention', '登记在两户', 'Listed in two households', `m.homes > 1`),
]
export const populationFigure = (key: unknown): PopulationFigure | undefined => POPULATION.find((f) => f.key === key)
