import { Button, Segmented, Typography } from 'antd'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { useState, type ReactNode } from 'react'
import { dict } from '../../kit/model/field.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import { download } from '../../kit/web/download.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { Column } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { arranged } from '../parts/columns.web.tsx'
import { asRead } from '../parts/as-read.web.ts'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { Blanks, Serials } from './Blanks.web.tsx'
import { CertificateForm } from './CertificateForm.web.tsx'
import { CertificateHistory } from './CertificateHistory.web.tsx'
import { CertificateRecord } from './CertificateRecord.web.tsx'
import { DeedDialog } from './Deeds.web.tsx'
import { BOOK_NAME, FORMS, isReady, RENAMED_FILTER, STAGE_FILTER, stageOf, type Deed } from './desk.ts'
import { Statistics } from './Statistics.web.tsx'
import { words } from './words.ts'

const AT = 'base-qssj/cbjyqz'
const { cbjyqzbm, cbfmc, cbjyqzlsh, ...others } = cbjyqz.fields
/** Certificates as their list shows them: with the stage that the server says, and by what a void one ended. */
const listed = {
  ...cbjyqz,
  fields: {
    cbfmc,
    stage: STAGE_FILTER,
    cbjyqzbm,
    cbjyqzlsh: { ...cbjyqzlsh, width: 170 },
    ...others,
    renamed: RENAMED_FILTER,
    bookName: BOOK_NAME,
    endKind: dict('作废方式', 'cert_kind', { en: 'Ended by', form: 'none', width: 100 }),
  },
} as const
const FIRST = ['cbfmc', 'stage', 'cbjyqzbm', 'cbjyqzlsh', 'bznf', 'fzrq', 'qzlqrq', 'qzlqrxm', 'fzjg'] as const
/** A serial shows its end: the beginning is the same in a whole county. */
const certificateColumns = (all: readonly Column[]): Column[] =>
  arranged(all, FIRST).map((c) =>
    c.key === 'cbjyqzlsh' ? { ...c, onCell: () => ({ className: 'kit-tail' }), render: (v: unknown) => (v ? <bdi>{String(v)}</bdi> : '') } : c,
  )
/** A certificate is known by whose right it is. */
const PINNED = ['cbfmc'] as const
const LISTS = ['certificates', 'blanks', 'serials', 'statistics'] as const

/** The certificate desk: certificates, the ledger of blanks and serials, and the figures of the registry. Which stands in the address. Source: screens.md B5. */
export default function CbjyqzPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const list = LISTS.find((l) => l === search.list) ?? 'certificates'
  const reset = Object.fromEntries(Object.keys(search).map((n) => [n, undefined]))
  const picker = (
    <Segmented
      value={list}
      onChange={(v) => setSearch({ ...reset, list: v === 'certificates' ? undefined : v })}
      options={LISTS.map((l) => ({ value: l, label: say(words[l]) }))}
    />
  )
  return (
    <>
      {list !== 'certificates' && picker}
      {list === 'blanks' ? <Blanks /> : list === 'serials' ? <Serials /> : list === 'statistics' ? <Statistics /> : <Certificates heading={picker} />}
    </>
  )
}

type Asking = keyof typeof FORMS
const TITLES = { spoil: words.spoilTitle, issue: words.issue, collect: words.collect, bdc: words.bdcTitle, cancel: words.cancelTitle } as const
const HINTS = { spoil: words.spoilHint, issue: undefined, collect: undefined, bdc: undefined, cancel: words.cancelHint } as const
interface Printed {
  id: string
  cbjyqzbm: string
  cbjyqzlsh: string
}

function Certificates({ heading }: { heading: ReactNode }) {
  const { say } = useSay()
  const openPage = useOpenPage()
  const { reload } = useWrites(cbjyqz)
  const { search } = usePageState()
  const [shown, setShown] = useState<string>()
  const [asking, setAsking] = useState<{ deed: Asking; rows: readonly AnyRow[] }>()
  const [printed, setPrinted] = useState<readonly Printed[]>()
  const [listing, setListing] = useState<Record<string, string>>()
  const { row, tool } = defaultCommands(listed)
  const at = (deed: Deed) => (r: AnyRow) => isReady(deed, r)
  const print = async (rows: readonly AnyRow[]) => {
    setPrinted(await api.post<Printed[]>(`${AT}/print`, asRead(rows)))
    await reload()
  }
  const ask = (deed: Asking, perm: string, label = words[deed]): RowCommand => ({
    key: deed,
    label,
    perm,
    when: at(deed),
    run: (r) => setAsking({ deed, rows: [r] }),
  })
  const onPaper = (r: AnyRow) => ['printed', 'issued', 'collected'].includes(stageOf(r))
  const paper = (rows: readonly Pick<AnyRow, 'id'>[], part: 'all' | 'changes') =>
    download(`${AT}/print-paper`, { ids: rows.map((r) => r.id).join(','), part }, `${say(words.paper)}.pdf`, {})
  const unless = (r: AnyRow) => (!isReady('print', r) ? false : r.sfbdcfz === '1' ? words.realEstate : true)
  const rowCommands: RowCommand[] = [
    { key: 'print', label: words.print, perm: 'cbjyqz_print', confirm: words.printAsk, when: unless, run: (r) => print([r]) },
    ask('issue', 'cbjyqz_issue'),
    ask('collect', 'cbjyqz_issue'),
    row.view,
    { ...row.edit, when: at('set') },
    { key: 'paper', label: words.paper, perm: 'cbjyqz_print', when: onPaper, run: (r) => paper([r], 'all') },
    { key: 'history', label: words.history, perm: 'cbjyqz_view', run: (r) => setShown(r.cbjyqzbm) },
    { key: 'pages', label: words.paperPages, perm: 'cbjyqz_print', when: onPaper, run: (r) => paper([r], 'changes') },
    { ...ask('spoil', 'cbjyqz_print'), danger: true },
    ask('bdc', 'cbjyqz_issue'),
    {
      key: 'replace',
      label: words.reissue,
      perm: 'business_add',
      when: at('replace'),
      run: (r) => openPage('/business/all', { open: `add.contract_supplement.${String(r.cbjyqzbm)}` }),
    },
    { ...ask('cancel', 'cbjyqz_cancel'), danger: true },
    { ...row.delete, when: at('drop') },
  ]
  const toolCommands: ToolCommand[] = [
    tool.add,
    { key: 'print', label: words.print, perm: 'cbjyqz_print', needsRows: true, confirm: words.printAsk, run: print },
    {
      key: 'paper',
      label: words.paper,
      perm: 'cbjyqz_print',
      needsRows: true,
      when: (rows) => rows.every(onPaper) || words.notReady,
      run: (rows) => paper(rows, 'all'),
    },
    { key: 'issue', label: words.issue, perm: 'cbjyqz_issue', needsRows: true, run: (rows) => setAsking({ deed: 'issue', rows }) },
    {
      key: 'issueList',
      label: words.issueList,
      perm: 'print_view',
      run: (rows) => setListing(rows.length ? { ids: rows.map((r) => r.id).join(',') } : search.regionCode ? { regionCode: String(search.regionCode) } : {}),
    },
  ]
  return (
    <>
      <ResourcePage
        of={listed}
        heading={heading}
        columns={certificateColumns}
        pinned={PINNED}
        writes="save-update"
        panel="drawer"
        toolCommands={toolCommands}
        rowCommands={rowCommands}
        record={(p) => <CertificateRecord {...p} />}
        form={(p) => <CertificateForm {...p} />}
      />
      {shown && <CertificateHistory code={shown} onClose={() => setShown(undefined)} />}
      {asking && (
        <DeedDialog
          title={TITLES[asking.deed]}
          hint={HINTS[asking.deed]}
          of={cbjyqz}
          fields={FORMS[asking.deed]}
          path={`${AT}/${asking.deed}`}
          about={asking.deed === 'issue' ? asRead(asking.rows) : { id: asking.rows[0]!.id, rev: asking.rows[0]!.rev }}
          initial={startingWith(asking.deed, asking.rows)}
          onDone={reload}
          onClose={() => setAsking(undefined)}
        />
      )}
      {printed && <PrintedDialog of={printed} onPaper={() => paper(printed, 'all')} onClose={() => setPrinted(undefined)} />}
      {listing && <PdfDialog title={words.issueList} path={`${AT}/issue-list`} query={listing} onClose={() => setListing(undefined)} />}
    </>
  )
}
/** What a step proposes: today, and what the certificates say already. */
function startingWith(deed: Asking, rows: readonly AnyRow[]): Record<string, unknown> | undefined {
  const known = (n: string) => rows.find((r) => r[n])?.[n]
  if (deed === 'issue') return { fzrq: today(), fzjg: known('fzjg'), bznf: known('bznf') ?? Number(today().slice(0, 4)) }
  if (deed === 'collect') return { qzlqrq: today(), qzlqrxm: known('cbfmc'), qzlqrzjlx: '1' }
  return deed === 'bdc' ? { sfbdcfz: '1', bdcqzh: known('bdcqzh') } : undefined
}

/** Which serial each certificate got: the clerk lays the blanks that bear them into the printer. */
function PrintedDialog({ of, onPaper, onClose }: { of: readonly Printed[]; onPaper(): Promise<unknown>; onClose(): void }) {
  const { say } = useSay()
  return (
    <Dialog
      open
      width={640}
      title={say(words.printed)}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={() => void onPaper().catch(() => undefined)}>
          {say(words.paper)}
        </Button>
      }
    >
      <Typography.Paragraph>{say(words.printedHint)}</Typography.Paragraph>
      <Table<Printed>
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={[...of]}
        columns={[
          { key: 'cbjyqzbm', title: say(words.code), dataIndex: 'cbjyqzbm' },
          { key: 'cbjyqzlsh', title: say(words.serial), dataIndex: 'cbjyqzlsh' },
        ]}
      />
    </Dialog>
  )
}
