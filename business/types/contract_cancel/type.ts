import { date, dict, text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import { namedAgain } from '../../../land/definitions/household.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn, readForm, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { BOOK, firstEach, ISSUER, LINE, MOVED } from '../../cases/definitions/parts.ts'
import type { About, BusinessType, Papers } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type). */
export const ITEM = {
  returned: 'contract_cancel_1',
  extinct: 'contract_cancel_2',
  lost: 'contract_cancel_3',
  taken: 'contract_cancel_4',
  other: 'contract_cancel_9',
} as const
/** What becomes of a parcel: back to the reserve, lost for good, taken by the state. */
export type ParcelFate = 'reserve' | 'lost' | 'state'
/** What may become of the parcels by item; the first is what happens where the form says nothing. Source: business-flows.md 4.7; acts.md 3. */
export const FATES: Readonly<Record<string, readonly [ParcelFate, ...ParcelFate[]]>> = {
  [ITEM.returned]: ['reserve'],
  [ITEM.extinct]: ['reserve'],
  [ITEM.lost]: ['lost'],
  [ITEM.taken]: ['state', 'lost'],
  [ITEM.other]: ['reserve', 'state', 'lost'],
}
/** Reason of an end (dictionary zxyylx) by item; of the last the form says which: 8 taken back by law, 9 other. */
export const CANCEL_REASONS: Readonly<Record<string, string>> = { [ITEM.returned]: '1', [ITEM.extinct]: '2', [ITEM.lost]: '3', [ITEM.taken]: '4' }

/** The form of 合同注销. `djbId`: the version that was chosen; `dk`: parcels of which something else becomes than the item's first. */
export const shape = {
  fbfbm: ISSUER,
  ...BOOK,
  zxyylx: dict('注销原因', 'zxyylx', { en: 'Reason', required: true, values: ['1', '2', '3', '4', '8', '9'] }),
  zxyy: text('注销原因说明', { en: 'Reason in words', required: true, max: 200, requiredMessage: both('请输入注销原因说明', 'Please enter the reason') }),
  dk: {
    many: {
      dkbm: LINE.dkbm,
      fate: text('去向', {
        en: 'Outcome',
        required: true,
        values: ['reserve', 'lost', 'state'],
        requiredMessage: both('请选择地块去向', 'Select what happens to the parcel'),
      }),
    },
    label: both('地块', 'Parcel'),
  },
  /** of a household that is extinct: what became of each member who lives in the register, and when */
  jtcyList: {
    many: {
      id: MOVED.id,
      cyxm: MOVED.cyxm,
      qx: text('去向', {
        en: 'What happened to the member',
        required: true,
        values: ['dead', 'moved'],
        requiredMessage: both('请选择成员去向（去世、户口迁出）', 'State what happened to the member: deceased, or moved away'),
      }),
      rq: date('日期', { past: true, en: 'Day', required: true }),
    },
    label: both('成员', 'Member'),
  },
} as const
/** What became of a member. */
export const MEMBER_FATES = ['dead', 'moved'] as const
export type CancelForm = FormOf<typeof shape>

/** Reads the form for an item: every fault at once. Source: business-flows.md 4.7. */
function read(raw: Form, { item }: About): Read<CancelForm> {
  const fates = FATES[item] ?? ['reserve']
  const zxyylx = CANCEL_REASONS[item] ?? raw.zxyylx
  const jtcyList = item === ITEM.extinct ? formsIn(raw.jtcyList) : []
  const { form, wrong } = readForm(shape, { ...raw, zxyylx, dk: fates.length > 1 ? formsIn(raw.dk) : [], jtcyList })
  const own: Wrong[] = [
    // what the item ends is ended for its own reason
    ...(CANCEL_REASONS[item] && raw.zxyylx && String(raw.zxyylx) !== CANCEL_REASONS[item]
      ? [{ field: 'zxyylx', msg: both('注销原因与业务事项不符', 'The reason does not match the item') }]
      : []),
    ...(CANCEL_REASONS[item] || ['8', '9'].includes(form.zxyylx)
      ? []
      : [{ field: 'zxyylx', msg: both('请选择依法收回或其他', 'Select taken back by law, or other') }]),
    ...form.dk.flatMap((d, i) =>
      (fates as readonly string[]).includes(d.fate)
        ? []
        : [{ field: `dk.${i}.fate`, msg: both('地块去向与业务事项不符', 'The outcome does not match the item') }],
    ),
    ...namedAgain(form.jtcyList, 'qx'),
    ...(new Set(form.dk.map((d) => d.dkbm)).size === form.dk.length ? [] : [{ field: 'dk', msg: both('地块重复', 'A parcel is listed twice') }]),
  ]
  return firstEach({ form, wrong: [...wrong, ...own] })
}

/** Proofs by item. Source: business-flows.md 4.7 (Materials), 4.12. */
const PROOFS: Readonly<Record<string, Papers>> = {
  [ITEM.returned]: { with: ['QT'] },
  [ITEM.extinct]: { with: ['HJZM'] },
  [ITEM.lost]: { with: ['QT'] },
  [ITEM.taken]: { with: ['QT'] },
  [ITEM.other]: { with: ['HYJL'] },
}
/** 合同注销: a contract ends. Source: business-flows.md 4.7. */
export const contractCancel: BusinessType<CancelForm> = {
  code: 'contract_cancel',
  effect: both('登记簿和承包合同注销。', 'Book and contract end.'),
  counter: 'contract_sign',
  items: Object.values(ITEM),
  shape,
  // an end is for what is over too, and for a household of which nobody is left; of circulated land the tenant says that he knows
  asks: { expired: 'pass', incomplete: 'pass', circulating: { paper: 'QT' } },
  read,
  surveyed: (before) => before,
  persons: () => [],
  gates: (_form, { doSign }) => ({ doSign }),
  papers: (_form, { item }) => PROOFS[item] ?? {},
}
