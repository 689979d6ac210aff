import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { columnsOf, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'

/** The columns of a definition, with the order that the address of the page names. */
export function useOwnColumns(r: AnyResource): Column[] {
  const { lang } = useSay()
  const { ascs, descs } = usePageState().search
  return columnsOf(r, lang, { ...(ascs ? { ascs } : {}), ...(descs ? { descs } : {}) })
}
/** The name of the issuer of each row, where a page of rows has it beside the code (`withIssuer`). */
export function useIssuerColumn(): Column {
  const { say } = useSay()
  return { key: 'fbfmc', title: say({ zh: '发包方名称', en: 'Issuer' }), width: 180, render: (_, r: AnyRow) => r.fbfmc ?? '—' }
}
