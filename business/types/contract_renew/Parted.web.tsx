// A household that becomes several as it is extended, and one that is not extended.
import { Flex, Input, Spin, Typography } from 'antd'
import { useEffect } from 'react'
import { useSay } from '../../../kit/web/words.web.ts'
import { numberOf } from '../../parts/branches.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { useHolders } from '../../parts/Book.web.tsx'
import { useLines, useNames } from '../../parts/BranchBalance.web.tsx'
import { Branches } from '../../parts/Branches.web.tsx'
import { faultAt } from '../../cases/web/Changes.web.tsx'
import { Cutting } from '../../cases/web/Cutting.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { shape } from './type.ts'
import { words } from './words.ts'

interface OneProps {
  household: Form
  /** path of the household in the form */
  at: string
  faults: PartProps['faults']
  onChange(patch: Form): void
}
const under = (faults: PartProps['faults'], at: string) =>
  faults.flatMap((f) => (f.field.startsWith(`${at}.`) ? [{ ...f, field: f.field.slice(at.length + 1) }] : []))

/** Who and what goes to which household: everybody stays in the first one until somebody is moved; pieces are drawn where a parcel is cut. */
export function SplitOne({ household, at, faults, onChange, all, editing }: OneProps & { all: boolean; editing: PartProps['editing'] }) {
  const [holder] = useHolders(all ? [household.cbjyqzbm] : [], all)
  const lines = useLines(household)
  const name = useNames(household)
  const members = holder?.data?.jtcyList
  const isEmpty = formsIn(household.households).length === 0
  useEffect(() => {
    if (!all || !isEmpty || !members) return
    const stay = members.map(({ id, cyxm, yhzgx }) => ({ id, cyxm, yhzgx }))
    const empty = { jtcyList: [], dk: [] }
    onChange({
      households: [
        { ...empty, kept: '1', jtcyList: stay },
        { ...empty, kept: '2' },
      ],
    })
  }, [isEmpty, members])
  const cuts = formsIn(household.cuts)
  const own = under(faults, at)
  if (isEmpty) return <Spin />
  return (
    <Flex vertical gap="small" style={{ marginBottom: 8 }}>
      <Branches form={household} onChange={onChange} editing={editing} faults={own} mayCut />
      {cuts.length > 0 && (
        <Cutting
          cuts={cuts}
          at="cuts"
          lines={lines}
          holders={formsIn(household.households).map((_, i) => ({ value: numberOf(i), label: name(i) }))}
          editable={editing !== 'nothing'}
          faults={own}
          onChange={(next) => onChange({ cuts: next })}
        />
      )}
    </Flex>
  )
}

/** Why a household is not extended: the case says nothing else of it. */
export function NotExtended({ household, at, faults, onChange, editable }: OneProps & { editable: boolean }) {
  const { say, label } = useSay()
  const field = shape.nh.many.byyy
  const fault = faultAt(faults, `${at}.byyy`)
  if (!editable) return <Typography.Text>{`${label(field)}: ${String(household.byyy ?? '')}`}</Typography.Text>
  return (
    <Flex vertical gap={4}>
      <Typography.Text type="secondary">{say(words.notExtended)}</Typography.Text>
      <Input
        value={String(household.byyy ?? '')}
        maxLength={200}
        placeholder={label(field)}
        aria-label={`${label(field)} ${household.cbjyqzbm}`}
        {...(fault ? { status: 'error' as const } : {})}
        onChange={(e) => onChange({ byyy: e.target.value || null })}
      />
      {fault && (
        <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
          {fault}
        </Typography.Text>
      )}
    </Flex>
  )
}
