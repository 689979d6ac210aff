import { Flex, theme, Typography } from 'antd'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { minus, sumTyped } from '../../../land/definitions/area.ts'
import { labelOf, type Field, type Kind } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import { kinds } from '../../../kit/web/kinds.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { unmasked } from '../definitions/form.ts'
import type { PartProps } from './screen.web.ts'
import { HeldInput } from './HeldInput.web.tsx'
import { TakeBack, usePending } from './pending.web.tsx'

const words = { before: both('变更前', 'Before'), after: both('变更后', 'After'), unchanged: both('未变更', 'Unchanged') }
/** What is typed key by key; the others are chosen. */
const TYPED: readonly Kind[] = ['text', 'note', 'int', 'decimal', 'area']
const plain = (v: unknown) => (v === undefined || v === null ? '' : String(v))

interface CellProps {
  field: Field
  value: unknown
  /** what stood there before; absent for what is new */
  before?: unknown
  /** the cell may be changed */
  onChange?(v: unknown): void
  /** names the row to who cannot see it */
  row: string
  /** path in the form, to which a fault leads */
  at?: string
  fault?: string
  /** what stands while nothing is entered */
  otherwise?: unknown
}
/** One value before and after: what was changed is marked, with the former value below it, to which one press leads back; a fault stands at it. */
export function Cell({ field, value, before, onChange, row, at, fault, otherwise }: CellProps): ReactNode {
  const { say } = useSay()
  const { token } = theme.useToken()
  // a number that was sent with stars is the one that stood there
  const is = before === undefined ? value : unmasked(plain(value), plain(before))
  const changed = before !== undefined && plain(before) !== plain(is)
  const show = (v: unknown) => kinds[field.kind].show(v, field, '', {})
  const input = (held: object) =>
    cloneElement(kinds[field.kind].input(field) as ReactElement<Record<string, unknown>>, {
      ...held,
      'aria-label': `${say(labelOf(field))} ${row}`,
      ...(fault ? { status: 'error' } : {}),
      ...(plain(otherwise) ? { placeholder: plain(otherwise) } : {}),
    })
  const put = (v: unknown) => onChange?.(v ?? null)
  const what = `${say(labelOf(field))} ${row}`.trim()
  const undo = changed && onChange ? () => put(before === '' ? null : before) : undefined
  const step = (
    <>
      {plain(before) === '' ? '—' : show(before)} → {plain(is) === '' ? '—' : show(is)}
    </>
  )
  usePending(undo && { what, before: plain(before), after: plain(is), shown: step, at, undo })
  const entry = () =>
    TYPED.includes(field.kind) ? (
      <HeldInput value={value} onType={put}>
        {input}
      </HeldInput>
    ) : (
      input({ value: value ?? undefined, onChange: put })
    )
  return (
    <div
      data-field={at}
      style={changed ? { background: token.colorWarningBg, borderInlineStart: `3px solid ${token.colorWarning}`, paddingInlineStart: 4 } : {}}
    >
      {onChange ? entry() : show(plain(is) === '' ? otherwise : is)}
      {changed && plain(before) !== '' && (
        <Flex align="center" gap={4}>
          <Typography.Text type="secondary" delete className="case-before">
            {show(before)}
          </Typography.Text>
          {undo && <TakeBack what={what} undo={undo} />}
        </Flex>
      )}
      {fault && (
        <Typography.Text type="danger" role="alert" style={{ fontSize: 12, display: 'block' }}>
          {fault}
        </Typography.Text>
      )}
    </div>
  )
}
/** The fault at a path, where one is shown. */
export const faultAt = (faults: PartProps['faults'], field: string): string | undefined => faults.find((f) => f.field === field)?.msg
/** Faults of a list as a whole. */
export function ListFault({ faults, at }: { faults: PartProps['faults']; at: string }) {
  const msg = faultAt(faults, at)
  return msg ? (
    <Typography.Text type="danger" role="alert">
      {msg}
    </Typography.Text>
  ) : null
}

/** Contract areas in mu before and after a change, and how many parcels they are of. */
export function Balance({ before, after }: { before: readonly unknown[]; after: readonly unknown[] }) {
  const { say } = useSay()
  const [was, is] = [sumTyped(before), sumTyped(after)]
  const more = minus(is, was)
  const of = (n: number, area: string) => `${n} ${say(both('块', 'parcels'))} · ${area} ${say(both('亩', 'mu'))}`
  return (
    <Flex wrap role="status" data-testid="balance" style={{ padding: '8px 0', columnGap: 24 }}>
      <span>
        {say(words.before)} <strong>{of(before.length, was)}</strong>
      </span>
      <span>
        {say(words.after)} <strong>{of(after.length, is)}</strong>
      </span>
      <span>{was === is ? say(words.unchanged) : `${more.startsWith('-') ? '−' : '+'}${more.replace('-', '')} ${say(both('亩', 'mu'))}`}</span>
    </Flex>
  )
}

interface FieldsProps {
  /** fields of the form's top level by name */
  of: Readonly<Record<string, Field>>
  form: Readonly<Record<string, unknown>>
  editable: boolean
  /** what stood there before, where it is shown */
  before?: Readonly<Record<string, unknown>>
  faults: PartProps['faults']
  onChange(patch: Readonly<Record<string, unknown>>): void
}
/** Fields of a form one under the other, with their faults. */
export function Fields({ of, form, editable, before, faults, onChange }: FieldsProps) {
  const { say } = useSay()
  return (
    <Flex vertical gap="middle" style={{ maxWidth: 720 }}>
      {Object.entries(of).map(([n, f]) => (
        <div key={n}>
          <div style={{ marginBottom: 4 }}>
            {editable && f.required && <Typography.Text type="danger">* </Typography.Text>}
            {say(labelOf(f))}
          </div>
          <Cell
            field={f}
            value={form[n] ?? (editable ? undefined : f.default)}
            row=""
            at={n}
            {...(before && Object.hasOwn(before, n) ? { before: before[n] ?? '' } : {})}
            {...(editable ? { onChange: (v: unknown) => onChange({ [n]: v === '' ? null : v }) } : {})}
            {...(faultAt(faults, n) ? { fault: faultAt(faults, n)! } : {})}
          />
        </div>
      ))}
    </Flex>
  )
}
