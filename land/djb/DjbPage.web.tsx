import { Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { RowCommand, ToolCommand } from '../../kit/web/commands.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { landFormCommand } from '../parts/land-forms.web.ts'
import { arranged, useOwnColumns, useTermColumn } from '../parts/columns.web.tsx'
import { DjbRecord } from './DjbRecord.web.tsx'
import { djb } from '../definitions/cbht.ts'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import { words } from '../cbht/words.ts'

/** Forms of the households that books belong to. */
const FORMS = [
  ['register-survey', words.registerSurvey],
  ['publicity-confirm', words.publicityConfirm],
  ['cbjyqzsqs', words.certificateApplication],
] as const
/** Books that one print may have. */
const MOST_PRINTED = 20
/** What else is asked of books, and what it is called. */
const BOTH = [
  { value: '1', label: phrases.yes },
  { value: '0', label: phrases.no },
] as const
const ASKED = { transferred: { label: words.wasTransferred, choices: BOTH }, signed: { label: words.signedOnline, choices: BOTH } } as const
/** A book is known by whose right it is. */
const PINNED = ['cbfmc'] as const
const FIRST = ['cbfmc', 'cbjyqzbm', 'fbfmc', 'cbfcysl', 'cbdkzs', 'htzmjm', 'term', 'djxl', 'djsj', 'dbr', 'qszt', 'version'] as const
const TOLD_ELSEWHERE = ['cbqx', 'cbqxq', 'cbqxz'] as const
/** Books as their list shows them: with how often each was printed. */
const LISTED: AnyResource = { ...djb, fields: { ...djb.fields, printCount: { ...djb.fields.printCount, column: true, width: 80 } } }
/** The two lists of the register and where each is read. */
const LISTS = { current: '/base-qssj/djb/wzx', cancelled: '/data/dzzw-djb/yzx' } as const

/** The register: books in force, cancelled ones, and those for which a business may be begun (`eligible`). Which list and which book is open stands in the address. Source: screens.md B6. */
export default function DjbPage({ eligible }: { eligible?: ReactNode }) {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const list = search.list === 'cancelled' || (search.list === 'eligible' && eligible) ? search.list : 'current'
  const lists = [['current', words.current] as const, ['cancelled', words.cancelled] as const, ...(eligible ? [['eligible', words.forBusiness] as const] : [])]
  const picker = (
    <Segmented
      value={list}
      onChange={(v) => setSearch({ list: v === 'current' ? undefined : v, current: undefined, qszt: undefined })}
      options={lists.map(([value, label]) => ({ value, label: say(label) }))}
    />
  )
  return list === 'eligible' ? (
    <>
      {picker}
      {eligible}
    </>
  ) : (
    <Books list={list} heading={picker} />
  )
}

function Books({ list, heading }: { list: keyof typeof LISTS; heading: ReactNode }) {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [printed, setPrinted] = useState<string>()
  const [joined, setJoined] = useState<string>()
  const view: RowCommand = { key: 'view', label: phrases.view, perm: 'djb_view', run: (r, t) => t.open('view', r.id) }
  const print: RowCommand = { key: 'print', label: words.printPdf, perm: 'djb_print', run: (r) => setPrinted(r.id) }
  // a ticked row's forms are those of its household, without a tick they are the region's
  const form = (kind: string) => (rows: readonly AnyRow[]) => {
    const cbfbms = [...new Set(rows.map((r) => String(r.cbfbm)))].join(',')
    return download(`base-qssj/djb/${kind}/download`, cbfbms ? { cbfbms } : { regionCode: search.regionCode }, `${kind}.pdf`)
  }
  const forms: ToolCommand[] = FORMS.map(([kind, label]) => ({
    key: kind,
    label,
    perm: 'print_view',
    past: true,
    when: (rows) => rows.length > 0 || !!search.regionCode || words.regionFirst,
    run: form(kind),
  }))
  const printAll: ToolCommand = {
    key: 'print',
    label: words.batchPrint,
    perm: 'djb_print',
    needsRows: true,
    confirm: words.batchPrintAsk,
    when: (rows) => rows.length <= MOST_PRINTED || words.batchMost,
    run: (rows) => download('base-qssj/djb/print/exe', { id: rows.map((r) => r.id).join(',') }, `${say(words.book)}.pdf`, {}),
  }
  const life: RowCommand = { key: 'life', label: words.lifeCycle, perm: 'djb_view', run: (r) => setSearch({ open: `view.${r.id}`, tab: 'life' }) }
  const survey: RowCommand[] = FORMS.map(([kind, label]) => ({ key: kind, label, perm: 'print_view', run: (r) => form(kind)([r]) }))
  const estate = (paper: string) => landFormCommand('real-estate', (r) => ({ paper, cbfbms: r.cbfbm }))
  const estates: RowCommand[] = [estate('own'), { ...estate('a4'), key: 'real-estate-a4', label: words.estateSmall }]
  const together: RowCommand = { key: 'contract-book', label: words.contractAndBook, perm: 'print_view', run: (r) => setJoined(r.id) }
  const columns = arranged([...useOwnColumns(LISTED), useTermColumn()], FIRST, TOLD_ELSEWHERE)
  return (
    <>
      <ResourcePage
        key={list}
        of={{ ...djb, path: LISTS[list] }}
        columns={columns}
        heading={heading}
        choices={ASKED}
        pinned={PINNED}
        toolCommands={[printAll, ...forms]}
        rowCommands={[view, print, together, life, ...survey, ...estates]}
        record={(p) => <DjbRecord {...p} />}
      />
      {joined && <PdfDialog title={words.contractAndBook} path="dzzw/print-contract-book" query={{ djbId: joined }} onClose={() => setJoined(undefined)} />}
      {printed && (
        <PdfDialog
          title={words.printPdf}
          path="dzzw/djb-print"
          query={{ djbId: printed }}
          print={{ path: 'base-qssj/djb/print/exe', query: { id: printed } }}
          onClose={() => setPrinted(undefined)}
        />
      )}
    </>
  )
}
