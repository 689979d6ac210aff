import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { HEAD, namedAgain } from '../../../land/definitions/household.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { readForm, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { REASON } from '../../parts/next-version.ts'
import { BOOK, firstEach, ISSUER, MOVED } from '../../cases/definitions/parts.ts'
import type { BusinessType } from '../../cases/definitions/type.ts'

/** The one item (dictionary business_type). */
export const ITEM = 'change_merge_1'

/** The form of 合户. The book at the top is that of the surviving household, `sources` those of the households that it takes in; `jtcyList` is everybody afterwards. */
export const shape = {
  fbfbm: ISSUER,
  ...BOOK,
  sources: { many: BOOK, label: both('并入农户', 'Merged household') },
  jtcyList: { many: MOVED, label: both('成员', 'Member') },
  ...REASON,
} as const
export type MergeForm = FormOf<typeof shape>

const contractorOf = (code: string | null | undefined): string => String(code ?? '').slice(0, -1)
/** The contractors of the case, the surviving one first. */
export const contractorsOf = (form: Pick<MergeForm, 'cbjyqzbm' | 'sources'>): string[] => [form, ...form.sources].map((b) => contractorOf(b.cbjyqzbm))

function membersWrong(members: MergeForm['jtcyList']): Wrong[] {
  const heads = members.flatMap((m, i) => ((HEAD as readonly unknown[]).includes(m.yhzgx) ? [i] : []))
  if (members.length === 0) return [{ field: 'jtcyList', msg: both('请登记合并后的家庭成员', 'Enter the members of the merged household') }]
  return [
    ...namedAgain(members, 'yhzgx'),
    ...(heads.length === 1
      ? []
      : [
          {
            field: heads.length ? `jtcyList.${heads[1]}.yhzgx` : 'jtcyList',
            msg: both('合并后必须有且只有一位户主', 'The merged household has exactly one head'),
          },
        ]),
  ]
}
/** Reads the form: every fault at once. Source: business-flows.md 4.3. */
function read(raw: Form): Read<MergeForm> {
  const { form, wrong } = readForm(shape, raw)
  const all = contractorsOf(form)
  const own: Wrong[] = [
    ...(form.sources.length ? [] : [{ field: 'sources', msg: both('请至少选择一个被合并的农户', 'Select at least one household to merge') }]),
    ...form.sources.flatMap((s, i) =>
      s.cbjyqzbm && all.indexOf(contractorOf(s.cbjyqzbm)) < i + 1
        ? [{ field: `sources.${i}.cbjyqzbm`, msg: both('该农户已在本业务中', 'This household is already in the case') }]
        : [],
    ),
    ...membersWrong(form.jtcyList),
  ]
  return firstEach({ form, wrong: [...wrong, ...own] })
}

/** 合户: households of one issuer become one. Source: business-flows.md 4.3. */
export const changeMerge: BusinessType<MergeForm> = {
  code: 'change_merge',
  effect: both(
    '被合并农户及其登记簿注销，成员和地块并入保留的农户。',
    'The merged households and their books end; members and parcels join the remaining one.',
  ),
  counter: 'change_split',
  items: [ITEM],
  shape,
  asks: { noHousehold: 'refuse' },
  read,
  surveyed: (before) => before,
  // whoever moves stands in the register alone: the plan names them
  persons: () => [],
  gates: (_form, { doSign }) => ({ doSign }),
  papers: () => ({}),
}
