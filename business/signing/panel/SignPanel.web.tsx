import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Progress, Space, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { today } from '../../../kit/web/clock.web.ts'
import { useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { download } from '../../../kit/web/download.web.ts'
import { DictTag } from '../../../kit/web/inputs.web.tsx'
import { counted, phrases } from '../../../kit/web/phrases.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { CONTRACT_TYPE } from '../../../services/exchange/exports/exports.ts'
import type { Form as CaseData } from '../../cases/business.ts'
import { ON_PAPER, SIGN } from '../../cases/flow.ts'
import { formIn } from '../../cases/form.ts'
import { BEGUN_AT_ONCE, mayBegin, ON_SITE, REMOTE } from '../contract/flow.ts'
import { PreviewDialog } from '../../../services/files/preview/PreviewDialog.web.tsx'
import { SignedDialog, WayDialog } from './SignDialogs.web.tsx'
import { NodesDone, PhoneDue, SignNodes, VerifyDialog } from './SignNodes.web.tsx'
import type { PanelProps } from '../../cases/web/panels.web.ts'
import { words } from '../../cases/web/words.ts'
import { words as awayWords } from '../away/words.ts'
import { words as letterWords } from '../letters/words.ts'
import { words as siteWords } from '../acts/desk-words.ts'
import { words as remoteWords } from '../acts/words.ts'
import { words as signWords } from '../contract/words.ts'

const DeskDialog = lazy(() => import('../onsite/DeskDialog.web.tsx').then((m) => ({ default: m.DeskDialog })))
const ExamineDialog = lazy(() => import('./ExamineDialog.web.tsx').then((m) => ({ default: m.ExamineDialog })))
const ExportDialog = lazy(() => import('../../../services/exchange/exports/ExportDialog.web.tsx'))
const LetterDialog = lazy(() => import('../letters/LetterDialog.web.tsx').then((m) => ({ default: m.LetterDialog })))
const TakeDialog = lazy(() => import('../away/TakeDialog.web.tsx').then((m) => ({ default: m.TakeDialog })))
const StackDialog = lazy(() => import('./StackDialog.web.tsx').then((m) => ({ default: m.StackDialog })))

const COLOURS: Readonly<Record<string, string>> = {
  [SIGN.signed]: 'success',
  [SIGN.examined]: 'blue',
  [SIGN.signing]: 'processing',
  [SIGN.unsigned]: 'processing',
  [SIGN.rejected]: 'error',
  [SIGN.refused]: 'error',
}
const ATTACH = 'cpt-resource/attach/endpoint/preview'
function SignTag({ value }: { value: unknown }) {
  const { label } = useDict('sign_status')
  return (
    <Tag color={COLOURS[String(value)] ?? 'default'} style={{ whiteSpace: 'normal' }}>
      {label(value)}
    </Tag>
  )
}
/** An open flow: begun, and not yet signed. */
const isOpen = (c: AnyRow) => c.signStatus === SIGN.unsigned || c.signStatus === SIGN.signing
const isElectronic = (c: AnyRow) => c.signWay === ON_SITE || c.signWay === REMOTE
const mayRemind = (c: AnyRow) => c.signWay === REMOTE && isOpen(c)
/** At the desk one signer acts after the other. */
const atDesk = (c: AnyRow) => c.signWay === ON_SITE && isOpen(c)
const mayCancel = (c: AnyRow) => isElectronic(c) && (isOpen(c) || c.signStatus === SIGN.expired || c.signStatus === SIGN.refused)
/** Contracts of a page; a case of an extension has hundreds, and the signers of each that is shown are asked for. */
const PAGE = 10
const maySign = (c: AnyRow) => isElectronic(c) && mayBegin(c.signStatus)

interface Shown {
  path: string
  query: Record<string, string>
  title: string
}
/** First day of the term of a first contract that is still to be signed and lies before today: a term of any other contract goes on. */
export function earlyStart(form: CaseData | undefined, contracts: readonly AnyRow[]): string | undefined {
  // the terms that a form agrees on: those of other types go on from a contract in force
  const from = formIn(form?.cbht).cbqxq
  const isOpen = contracts.some((c) => !c.qdsj)
  return typeof from === 'string' && isOpen && from < today() ? from : undefined
}
/** The contracts of a business: their way of signing, signing by phone, on site or on paper, and what verifying tells. Source: screens.md C8; business-flows.md 7. */
export function SignPanel({ row: { id: businessId, contracts, form }, acting, onChange }: PanelProps) {
  const early = earlyStart(form, contracts)
  const { say } = useSay()
  const { can, user } = useSession()
  const ask = useAsk(),
    toast = useToast()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [page, setPage] = useState(1)
  const [choosing, setChoosing] = useState(false),
    [busy, setBusy] = useState(false)
  const [uploading, setUploading] = useState<AnyRow>(),
    [verifying, setVerifying] = useState<AnyRow>(),
    [examining, setExamining] = useState<AnyRow>(),
    [lettered, setLettered] = useState<AnyRow>(),
    [desk, setDesk] = useState<AnyRow>(),
    [stacking, setStacking] = useState(false),
    [begun, setBegun] = useState<{ done: number; of: number }>(),
    [taking, setTaking] = useState<readonly AnyRow[]>(),
    [exporting, setExporting] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const signer = acting && can('sign_edit')
  const chosen = contracts.filter((c) => picked.includes(String(c.id)))
  const done = async () => {
    setPicked([])
    await onChange()
  }
  const call = async (path: string, body: object) => {
    setBusy(true)
    await api
      .post(path, body)
      .then(done, () => undefined)
      .finally(() => setBusy(false))
  }
  const keysOf = (of: readonly AnyRow[]) => ({ uniqueKey: businessId, businessKeys: of.map((c) => c.id) })
  /** Many are begun part by part, each contract whole or not at all; what was begun before a refusal stays so. */
  const start = async (of: readonly AnyRow[]) => {
    setBusy(true)
    let n = 0
    try {
      for (; n < of.length; n += BEGUN_AT_ONCE) {
        if (of.length > BEGUN_AT_ONCE) setBegun({ done: n, of: of.length })
        await api.post('sign/start', keysOf(of.slice(n, n + BEGUN_AT_ONCE)))
      }
    } catch {
      if (n) toast.warn(signWords.begunOf(n, of.length))
    }
    setBegun(undefined)
    // after a refusal, too, some are begun
    if (n) await done()
    setBusy(false)
  }
  const remind = async (of: readonly AnyRow[]) => {
    setBusy(true)
    await api
      .post('sign/remind', keysOf(of))
      .then(
        () => toast.done(remoteWords.reminded),
        () => undefined,
      )
      .finally(() => setBusy(false))
  }
  const downloadAll = async () => {
    // of all the server knows itself which they are; more than a page of a list cannot be named one by one
    const which = picked.length && picked.length < contracts.length ? { ids: picked.join() } : { businessId: String(businessId) }
    await api.get('widget/export', { type: CONTRACT_TYPE, ...which }).then(
      () => setExporting(true),
      () => undefined,
    )
  }
  const takeBack = async (c: AnyRow) => {
    if (await ask(words.takeBackAsk, true)) await call('dzzw/contract/revoke', { contractId: c.id })
  }
  const cancel = async (of: readonly AnyRow[]) => {
    if (await ask(words.cancelSignAsk, true)) await call('sign/cancel', keysOf(of))
  }
  const preview = (c: AnyRow): Shown =>
    acting
      ? { path: 'dzzw/preview-contract-draft', query: { contractId: String(c.id) }, title: `${say(words.sketch)} ${c.cbhtbm}` }
      : { path: 'dzzw/preview-contractanddksyt-file', query: { cbhtbm: String(c.cbhtbm) }, title: `${say(words.sketch)} ${c.cbhtbm}` }
  const evidence = (c: AnyRow): Shown => ({ path: 'sign/evidence', query: { contractId: String(c.id) }, title: `${say(signWords.evidence)} ${c.cbhtbm}.pdf` })
  const bundle = (c: AnyRow) => download('sign/court-bundle', { contractId: String(c.id) }, `${say(signWords.bundle)}-${c.cbhtbm}.zip`).catch(() => undefined)
  const previewAll = (): Shown => ({ path: 'dzzw/batch-preview-contract-file', query: { contractIds: picked.join() }, title: say(signWords.previewAll) })
  const link = (key: string, text: string, run: () => void, danger = false) => (
    <Button key={key} type="link" size="small" danger={danger} disabled={busy} onClick={run}>
      {text}
    </Button>
  )
  const acts = (c: AnyRow) => (
    <Space size={0} wrap>
      {link('preview', say(words.preview), () => setShown(preview(c)))}
      {can('sign_view') && isElectronic(c) && link('letters', say(letterWords.letters), () => setLettered(c))}
      {signer && maySign(c) && link('start', say(words.startSign), () => void start([c]))}
      {signer && atDesk(c) && link('desk', say(siteWords.open), () => setDesk(c))}
      {signer && mayRemind(c) && link('remind', say(remoteWords.remind), () => void remind([c]))}
      {signer && mayCancel(c) && link('cancel', say(words.cancelSign), () => void cancel([c]), true)}
      {acting &&
        c.signWay === ON_PAPER &&
        (c.signStatus === SIGN.notBegun || c.signStatus === SIGN.rejected) &&
        link('upload', say(words.uploadSigned), () => setUploading(c))}
      {c.attachId &&
        link('file', say(words.signedFile), () => setShown({ path: ATTACH, query: { id: c.attachId }, title: `${say(words.signedFile)} ${c.cbhtbm}` }))}
      {c.signStatus === SIGN.examined &&
        can('business_commit') &&
        c.uploadUser !== user?.user_id &&
        link('examine', say(signWords.examine), () => setExamining(c))}
      {can('sign_view') && c.signStatus !== SIGN.notBegun && link('evidence', say(signWords.evidence), () => setShown(evidence(c)))}
      {can('sign_view') && c.attachId && link('bundle', say(signWords.bundle), () => void bundle(c))}
      {c.attachId && c.signWay !== ON_PAPER && can('sign_view') && link('verify', say(words.verify), () => setVerifying(c))}
      {acting && c.attachId && (c.signWay === ON_PAPER || c.signStatus === SIGN.rejected) && link('back', say(words.takeBack), () => void takeBack(c), true)}
    </Space>
  )
  const mayDownload = contracts.length > 0 && can('sign_view') && can('print_view')
  const all = (of: (c: AnyRow) => boolean) => chosen.length > 0 && chosen.every(of)
  const phones = can('sign_view') && contracts.some((c) => c.signWay === REMOTE && isOpen(c))
  const underWay = contracts.slice((page - 1) * PAGE, page * PAGE).filter((c) => isElectronic(c) && c.signStatus !== SIGN.notBegun)
  return (
    <Flex vertical gap="small">
      {acting && (
        <Alert
          type="info"
          showIcon
          title={say(words.signHint)}
          description={
            <ul style={{ margin: 0, paddingLeft: 20 }}>
              <li>{say(remoteWords.remoteHint)}</li>
              <li>{say(siteWords.hint)}</li>
              <li>{say(words.paperHint)}</li>
            </ul>
          }
        />
      )}
      {acting && early && <Alert type="warning" showIcon title={say(signWords.early(early))} />}
      {(acting || mayDownload) && (
        <Flex gap="small" wrap>
          {acting && (
            <>
              <Button disabled={picked.length === 0 || busy} onClick={() => setChoosing(true)}>
                {say(words.chooseWay)}
              </Button>
              <Button disabled={picked.length === 0} onClick={() => setShown(previewAll())}>
                {say(signWords.previewAll)}
              </Button>
              <Button disabled={busy} onClick={() => setStacking(true)}>
                {say(signWords.stack)}
              </Button>
            </>
          )}
          {mayDownload && (
            <Button icon={<DownloadOutlined />} disabled={busy} onClick={() => void downloadAll()}>
              {say(picked.length ? signWords.downloadChosen(picked.length) : signWords.downloadAll)}
            </Button>
          )}
          {signer && (
            <>
              <Button type="primary" disabled={busy || !all(maySign)} onClick={() => void start(chosen)}>
                {say(words.startSign)}
              </Button>
              {contracts.some(atDesk) && (
                <Button disabled={busy || !all(atDesk)} onClick={() => setTaking(chosen)}>
                  {say(awayWords.take)}
                </Button>
              )}
              <Button disabled={busy || !all(mayRemind)} onClick={() => void remind(chosen)}>
                {say(remoteWords.remind)}
              </Button>
              <Button danger disabled={busy || !all(mayCancel)} onClick={() => void cancel(chosen)}>
                {say(words.cancelSign)}
              </Button>
            </>
          )}
        </Flex>
      )}
      {begun && <Progress percent={Math.round((begun.done / begun.of) * 100)} format={() => say(signWords.begunOf(begun.done, begun.of))} />}
      <Table<AnyRow>
        size="small"
        rowKey="id"
        pagination={
          contracts.length > PAGE
            ? { current: page, pageSize: PAGE, total: contracts.length, showSizeChanger: false, showTotal: (n) => say(counted(n)), onChange: setPage }
            : false
        }
        dataSource={[...contracts]}
        scroll={{ x: phones ? 940 : 926 }}
        {...(acting
          ? {
              rowSelection: {
                selectedRowKeys: [...picked],
                onChange: (keys) => setPicked(keys.map(String)),
                // of many pages: all of them at once
                selections: contracts.length > PAGE,
                getCheckboxProps: (c) => ({ 'aria-label': `${say(phrases.selectRow)} ${c.cbhtbm}` }),
              },
            }
          : {})}
        columns={[
          {
            key: 'cbhtbm',
            title: say({ zh: '合同编码', en: 'Contract code' }),
            width: phones ? 176 : 184,
            render: (_v, c) => <span style={{ whiteSpace: 'nowrap' }}>{c.cbhtbm}</span>,
          },
          { key: 'cbfmc', dataIndex: 'cbfmc', title: say({ zh: '承包方名称', en: 'Contractor' }), width: phones ? 90 : 100 },
          { key: 'signStatus', title: say({ zh: '签署状态', en: 'Status' }), width: 98, render: (_v, c) => <SignTag value={c.signStatus} /> },
          {
            key: 'nodes',
            title: say(words.nodes),
            width: phones ? 118 : 76,
            // who is awaited by phone may be called: a column of its own would stand behind the actions
            render: (_v, c) =>
              can('sign_view') &&
              isElectronic(c) &&
              c.signStatus !== SIGN.notBegun && (
                <Flex vertical>
                  <NodesDone businessId={businessId} of={c} />
                  {c.signWay === REMOTE && isOpen(c) && <PhoneDue businessId={businessId} of={c} />}
                </Flex>
              ),
          },
          {
            key: 'signWay',
            title: say({ zh: '签署方式', en: 'Way of signing' }),
            width: phones ? 92 : 100,
            render: (_v, c) => (c.signWay ? <DictTag code="sign_way" value={c.signWay} /> : <span style={{ opacity: 0.65 }}>{say(words.noWay)}</span>),
          },
          {
            key: 'qdsj',
            title: say(words.signDay),
            // a day is not broken
            width: 132,
            // while it is signed, until when
            render: (_v, c) => (isOpen(c) && c.signDeadline ? say(signWords.until(String(c.signDeadline).slice(0, 16))) : c.qdsj),
          },
          { key: 'do', title: say(phrases.actions), width: 204, fixed: 'right', render: (_v, c) => acts(c) },
        ]}
      />
      {can('sign_view') &&
        underWay.map((c) => <SignNodes key={c.id} businessId={businessId} of={c} signer={signer} onChange={onChange} onDesk={() => setDesk(c)} />)}
      {choosing && (
        <WayDialog
          businessId={businessId}
          contractIds={picked}
          onClose={() => setChoosing(false)}
          onDone={async () => {
            setChoosing(false)
            // what was chosen is begun next
            await onChange()
          }}
        />
      )}
      {uploading && (
        <SignedDialog
          businessId={businessId}
          of={uploading}
          onClose={() => setUploading(undefined)}
          onDone={async () => {
            setUploading(undefined)
            await done()
          }}
        />
      )}
      {examining && (
        <Suspense fallback={null}>
          <ExamineDialog
            of={examining}
            onClose={() => setExamining(undefined)}
            onDone={async () => {
              setExamining(undefined)
              await done()
            }}
          />
        </Suspense>
      )}
      {lettered && (
        <Suspense fallback={null}>
          <LetterDialog of={lettered} businessId={String(businessId)} open={acting && mayBegin(lettered.signStatus)} onClose={() => setLettered(undefined)} />
        </Suspense>
      )}
      {desk && (
        <Suspense fallback={null}>
          <DeskDialog of={desk} onClose={() => setDesk(undefined)} onChange={onChange} />
        </Suspense>
      )}
      {taking && (
        <Suspense fallback={null}>
          <TakeDialog contracts={taking} onClose={() => setTaking(undefined)} />
        </Suspense>
      )}
      {stacking && (
        <Suspense fallback={null}>
          <StackDialog businessId={businessId} onClose={() => setStacking(false)} onDone={done} />
        </Suspense>
      )}
      {exporting && (
        <Suspense fallback={null}>
          <ExportDialog onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {verifying && <VerifyDialog of={verifying} onClose={() => setVerifying(undefined)} />}
      {shown && <PreviewDialog {...shown} onClose={() => setShown(undefined)} />}
    </Flex>
  )
}
