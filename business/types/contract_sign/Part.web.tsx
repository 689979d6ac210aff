import { useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { memo, useEffect, useRef, useState } from 'react'
import { both } from '../../../kit/model/lang.ts'
import type { Page } from '../../../kit/model/page.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { today } from '../../../kit/web/clock.web.ts'
import { FormItems } from '../../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { cbht } from '../../../land/definitions/cbht.ts'
import { termEnd, termWithin, type Round } from '../../../land/definitions/household.ts'
import type { Form as CaseForm } from '../../cases/definitions/business.ts'
import { formIn } from '../../cases/definitions/form.ts'
import { LETTER } from '../../cases/definitions/parts.ts'
import { daysAfter } from '../../cases/rules/promise.ts'
import { LEGAL_DAYS } from '../../cases/rules/usual.ts'
import { Facts, Part } from '../../cases/web/Facts.web.tsx'
import { showAt } from '../../cases/web/form.web.ts'
import { CaseBlocker } from '../../cases/web/form/Hindrance.web.tsx'
import { HouseholdPart } from '../../parts/HouseholdPart.web.tsx'
import { Issuer } from '../../parts/Issuer.web.tsx'
import { SteadyForm } from '../../../platform/parts/SteadyForm.web.tsx'
import { useRecorded } from '../../../land/fbf/Rounds.web.tsx'
import { linesIn } from '../../cases/web/lines.web.ts'
import { Parcels } from '../../parts/Parcels.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { words } from '../../cases/web/words.ts'
import { contractSign, OTHER_WAY_ITEM } from './type.ts'

const LAYOUT = { layout: 'vertical' } as const
/** How long a household contracts. Source: rulings.md 1. */
const YEARS = 30
const DAY = /^\d{4}-\d\d-\d\d$/
/** The terms that the form shows; the day of signing comes with the signature. */
const TERM_FIELDS = ['cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'ycbhtbm', 'yhtzmjm', 'yhtzmj']
const textIn = (v: unknown): string | undefined => (typeof v === 'string' && v ? v : undefined)

/** Told as soon as a household is chosen that has its contract: nothing of this form would help it. */
function Contracted({ cbfbm }: { cbfbm: string | undefined }) {
  const { say } = useSay()
  const code = `${cbfbm}J`
  const found = useQuery({
    queryKey: queryKeyOf('djb', 'contracted', cbfbm),
    enabled: !!cbfbm,
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('base-qssj/djb/wzx/page', { current: 1, size: 1, cbjyqzbm: code }, { quiet: true }),
  })
  if (!cbfbm || !found.data?.records.some((b) => b.cbjyqzbm === code)) return null
  const told = both(
    '该农户已有家庭承包合同，不能再签订；增加地块请办理“合同变更”中的“地块增加”',
    'This household has its household contract: no second one is signed. To add parcels, accept the change of the contract that adds them',
  )
  return <CaseBlocker field="cbf.cbfbm" style={{ marginBottom: 12 }} title={say(told)} />
}

/** Issuer and contractor: where the case starts, and what fills the applicant. */
function Holder(props: PartProps) {
  const { form, onChange, editing, about } = props
  const { say } = useSay()
  const fbfbm = textIn(form.fbfbm)
  const held = !!textIn(formIn(form.cbf).cbfbm) || linesIn(form.dk).length > 0
  return (
    <>
      <Part first title={say(words.issuer)} />
      <Issuer value={fbfbm} editable={editing === 'all'} held={held} onChange={(code) => onChange({ fbfbm: code, cbf: {}, dk: [] })} />
      <Part title={say(words.contractor)} />
      {editing === 'all' && about.item !== OTHER_WAY_ITEM && <Contracted cbfbm={textIn(formIn(form.cbf).cbfbm)} />}
      {fbfbm && <HouseholdPart {...props} name="cbf" fbfbm={fbfbm} />}
    </>
  )
}

function Land({ form, onChange, editing, onShow }: PartProps) {
  const { fbfbm, cbf, dk } = form
  return (
    <Parcels
      chosen={{ fbfbm: textIn(fbfbm), cbfbm: textIn(formIn(cbf).cbfbm), lines: linesIn(dk) }}
      editing={editing}
      onShow={onShow}
      onChange={(lines) => onChange({ dk: lines })}
    />
  )
}

const pickTerm = ({ cbqxq, cbqxz }: CaseForm) => ({ from: textIn(cbqxq) ?? '', to: textIn(cbqxz) ?? '' })
/** Where no round is recorded: when the contracts of the other households end, which is proposed to this one too; a later end is told, not refused. */
function SharedEnd({ rounds, from, to }: { rounds: readonly Round[]; from: string; to: string }) {
  const { say } = useSay()
  const shared = rounds.find((r) => r.roundNo === null && r.fromDay <= from && from <= r.toDay)
  if (!shared) return null
  const { toDay } = shared
  const told =
    to > toDay
      ? both(
          `该发包方其他农户的家庭承包合同止于${toDay}，本合同至${to}：承包期限不应超过本轮承包期，请核对`,
          `The other households of this issuer contract until ${toDay}, this one until ${to}: a term does not pass the round, please check`,
        )
      : both(
          `该发包方未记录承包轮次，承包期限止按其他农户的家庭承包合同建议为${toDay}`,
          `No round is recorded for this issuer: the end is proposed as that of the other households' contracts, ${toDay}`,
        )
  return <Alert type={to > toDay ? 'warning' : 'info'} showIcon style={{ marginBottom: 12 }} title={say(told)} />
}

/** A posting of today is over on this day: who signs does it then or later. */
const soonest = () => daysAfter(today(), LEGAL_DAYS)
/** Told at the field: a term that has begun when the contract is signed, which some agree upon and most did not mean. */
function BeginsEarly({ from }: { from: string }) {
  const { say } = useSay()
  if (!DAY.test(from) || from >= soonest()) return null
  const told = both(
    `承包期限自${from}起，而公示最早于${soonest()}期满：签订时承包期限已经开始，请确认双方确有此约定`,
    `The term begins on ${from}, but the posting ends on ${soonest()} at the earliest: the term will have begun before anybody signs. Check that this is what the parties agreed`,
  )
  return <Alert type="warning" showIcon style={{ marginBottom: 12 }} title={say(told)} />
}

/** Fields that draw themselves. */
const TermItems = memo(function TermItems() {
  return <FormItems of={cbht} only={TERM_FIELDS} />
})
function Terms({ form, onChange, onType, editing, faults }: PartProps) {
  const [inst] = Form.useForm()
  const cbhtIn = formIn(form.cbht)
  const [first] = useState(cbhtIn)
  const all = editing === 'all'
  const shown = useRef<string[]>([])
  useEffect(() => {
    shown.current = showAt(inst, 'cbht', faults, shown.current)
  }, [faults.map((f) => f.field + f.msg).join()])
  // another item changes the method from outside
  useEffect(() => {
    if (all && inst.getFieldValue('cbfs') !== cbhtIn.cbfs) inst.setFieldValue('cbfs', cbhtIn.cbfs)
  }, [cbhtIn.cbfs])
  const rounds = useRecorded(all ? textIn(form.fbfbm) : undefined).data ?? []
  /** Years that a person asked for, which a near end of the round does not forget. */
  const asked = useRef(Number(cbhtIn.cbqx) || YEARS)
  const read = () => inst.getFieldsValue() as { cbfs?: string; cbqx?: number; cbqxq?: string; cbqxz?: string }
  /** The term that fits the method: a household's ends with its round. */
  const within = ({ cbfs, cbqxq }: { cbfs?: string; cbqxq?: string }, years: number) =>
    termWithin(cbqxq!, years, LETTER[cbfs ?? ''] === 'J' ? rounds : [], today())
  useEffect(() => {
    // what was proposed before its round was known goes beyond it
    const now = read()
    if (!all || !now.cbqx || !DAY.test(now.cbqxq ?? '') || now.cbqxz !== termEnd(now.cbqxq!, now.cbqx)) return
    const next = within(now, now.cbqx)
    if (next.cbqxz === now.cbqxz) return
    inst.setFieldsValue(next)
    onChange({ cbht: { ...cbhtIn, ...next } })
  }, [rounds.map((r) => r.toDay).join(), cbhtIn.cbfs])
  /** The end follows start and years, the lines follow the method. */
  const term = (changed: Record<string, unknown>) => {
    const now = read()
    const { cbqx, cbqxq } = now
    if ('cbqx' in changed && cbqx) asked.current = Number(cbqx)
    const follows = 'cbqx' in changed || 'cbqxq' in changed
    if (follows && cbqx && cbqx > 0 && cbqx <= 100 && DAY.test(cbqxq ?? '')) {
      const next = within(now, asked.current)
      // years stay as they are typed; of another first day they are proposed anew
      inst.setFieldsValue('cbqxq' in changed ? next : { cbqxz: next.cbqxz })
    }
    const values: Record<string, unknown> = Object.fromEntries(Object.entries(inst.getFieldsValue() as object).map(([n, v]) => [n, v || null]))
    const said = { cbht: { ...cbhtIn, ...values } }
    if ('cbfs' in changed) onChange({ ...said, dk: linesIn(form.dk).map((l) => ({ ...l, cbjyqqdfs: values.cbfs })) })
    else onType(said)
  }
  if (!all) return <Facts of={cbht} names={TERM_FIELDS} row={cbhtIn} />
  return (
    <SteadyForm form={inst} name="cbht" component={false} {...LAYOUT} initialValues={first} onValuesChange={term}>
      {LETTER[textIn(cbhtIn.cbfs) ?? ''] === 'J' && <SharedEnd rounds={rounds} {...pickTerm(cbhtIn)} />}
      <BeginsEarly from={textIn(cbhtIn.cbqxq) ?? ''} />
      <TermItems />
    </SteadyForm>
  )
}

/** What stands at the beginning: begun from a household's row, it and its issuer. */
function first(start?: string) {
  const holder = start && /^\d{18}$/.test(start) ? { fbfbm: start.slice(0, 14), cbf: { cbfbm: start } } : { cbf: {} }
  // a term that began before anybody could sign it would begin unsigned: the first day after a posting of today, until another day is agreed
  const cbqxq = soonest()
  return { ...holder, dk: [], cbht: { cbfs: '110', cbqx: YEARS, cbqxq, cbqxz: termEnd(cbqxq, YEARS) } }
}
/** Tender, auction and negotiation have their own methods; a household's item has one. */
function onItem(form: Readonly<Record<string, unknown>>, item: string) {
  const terms = formIn(form.cbht)
  const other = item === OTHER_WAY_ITEM
  if (other !== (terms.cbfs === '110')) return {}
  const cbfs = other ? null : '110'
  return { cbht: { ...terms, cbfs }, dk: linesIn(form.dk).map((l) => ({ ...l, cbjyqqdfs: cbfs })) }
}
/** 承包合同签订 on the screen. Source: business-flows.md 4.1. */
export const contractSignScreen: TypeScreen = {
  type: contractSign,
  parts: [
    { key: 'holder', title: both('发包方与承包方', 'Issuer and contractor'), names: ['fbfbm', 'cbf'], Part: Holder },
    { key: 'land', title: both('地块与面积', 'Parcels and areas'), names: ['dk'], Part: Land },
    { key: 'terms', title: both('承包期限与方式', 'Terms'), names: ['cbht'], Part: Terms },
  ],
  first,
  onItem,
}
