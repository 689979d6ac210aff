import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { columnsOf, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { DJZT } from '../definitions/statuses.ts'

/** How a registered row stands, as a colour beside its word. */
const STANDING: Readonly<Record<string, string>> = { [DJZT.underWay]: 'warning', [DJZT.registered]: 'success', [DJZT.ended]: 'error' }
const standing = (c: Column): Column => ({
  ...c,
  render: (v, row, i) => (v === null || v === undefined ? '' : <Tag color={STANDING[String(v)] ?? 'default'}>{c.render?.(v, row, i) as ReactNode}</Tag>),
})
/** The columns of a definition, with the order that the address of the page names. */
export function useOwnColumns(r: AnyResource): Column[] {
  const { lang } = useSay()
  const { ascs, descs } = usePageState().search
  return columnsOf(r, lang, { ...(ascs ? { ascs } : {}), ...(descs ? { descs } : {}) }).map((c) => (c.key === 'djzt' ? standing(c) : c))
}
/** The name of the issuer of each row, where a page of rows has it beside the code (`withIssuer`). */
export function useIssuerColumn(): Column {
  const { say } = useSay()
  return { key: 'fbfmc', title: say({ zh: '发包方名称', en: 'Issuer' }), width: 140, ellipsis: true, render: (_, r: AnyRow) => r.fbfmc ?? '—' }
}
/** The term of a right in one column, from its first day to its last. */
export function useTermColumn(): Column {
  const { say } = useSay()
  return {
    key: 'term',
    title: say({ zh: '承包期限', en: 'Term' }),
    width: 196,
    ellipsis: true,
    onCell: () => ({ className: 'kit-figure' }),
    render: (_, r: AnyRow) => (r.cbqxq || r.cbqxz ? say({ zh: `${r.cbqxq ?? ''}至${r.cbqxz ?? ''}`, en: `${r.cbqxq ?? ''} – ${r.cbqxz ?? ''}` }) : ''),
  }
}
/** Columns with those that are named first, in that order; what is told by another column is left out. */
export function arranged(columns: readonly Column[], first: readonly string[], without: readonly string[] = []): Column[] {
  const kept = columns.filter((c) => !without.includes(c.key))
  return [...first.flatMap((key) => kept.find((c) => c.key === key) ?? []), ...kept.filter((c) => !first.includes(c.key))]
}
