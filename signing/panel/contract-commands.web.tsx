import { DownloadOutlined } from '@ant-design/icons'
import { Button, Flex, Space } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useRun, useVisible, type RowCommand, type ToolCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { CONTRACT_TYPE } from '../../services/exchange/exports/exports.ts'
import { words } from '../../business/cases/web/words.ts'
import { words as siteWords } from '../acts/desk-words.ts'
import { words as remoteWords } from '../acts/words.ts'
import { words as awayWords } from '../away/words.ts'
import { ON_SITE } from '../contract/flow.ts'
import { words as signWords } from '../contract/words.ts'
import { words as letterWords } from '../letters/words.ts'
import { isAtDesk, isAwaited, isBegun, isElectronic, isWayless, mayCancel, mayExamine, mayStart, mayTakeBack, mayUpload, mayVerify } from './contract-state.ts'
import type { PanelDialog, ShownFile } from './PanelDialogs.web.tsx'
import type { SigningCalls } from './useSigningCalls.web.ts'

const ATTACH = 'cpt-resource/attach/endpoint/preview'

/** What the commands of the panel work with. */
export interface CommandsOf {
  businessId: string
  contracts: readonly AnyRow[]
  /** ids of the ticked contracts, in the order in which they were ticked */
  picked: readonly string[]
  /** the task of signing is the reader's to do */
  acting: boolean
  userId: string | undefined
  calls: SigningCalls
  say(t: Text): string
  open(dialog: PanelDialog): void
}

/** Begins signing; the desk of one contract that is signed on site is what comes next, and opens by itself. */
export const begun =
  (calls: SigningCalls, open: CommandsOf['open']) =>
  async (contracts: readonly AnyRow[]): Promise<void> => {
    const [contract, ...more] = contracts
    if ((await calls.start(contracts)) && contract && more.length === 0 && contract.signWay === ON_SITE) open({ show: 'desk', contract })
  }
/** What may be done with one contract. */
export function contractCommands({ acting, userId, calls, say, open }: CommandsOf): RowCommand[] {
  const show = (file: ShownFile) => open({ show: 'file', file })
  const dialog = (what: 'upload' | 'verify' | 'examine' | 'letters' | 'desk') => (contract: AnyRow) => open({ show: what, contract })
  const inTask = (may: (c: AnyRow) => boolean) => (c: AnyRow) => acting && may(c)
  const sketch = (c: AnyRow): ShownFile => ({
    ...(acting
      ? { path: 'dzzw/preview-contract-draft', query: { contractId: String(c.id) } }
      : { path: 'dzzw/preview-contractanddksyt-file', query: { cbhtbm: String(c.cbhtbm) } }),
    title: `${say(words.sketch)} ${c.cbhtbm}`,
  })
  const signedFile = (c: AnyRow): ShownFile => ({ path: ATTACH, query: { id: String(c.attachId) }, title: `${say(words.signedFile)} ${c.cbhtbm}` })
  const evidence = (c: AnyRow): ShownFile => ({
    path: 'sign/evidence',
    query: { contractId: String(c.id) },
    title: `${say(signWords.evidence)} ${c.cbhtbm}.pdf`,
  })
  const bundle = (c: AnyRow) => download('sign/court-bundle', { contractId: String(c.id) }, `${say(signWords.bundle)}-${c.cbhtbm}.zip`)
  // the way that nobody has chosen yet is asked for on the way
  const start = async (c: AnyRow) => (isWayless(c) ? open({ show: 'way', contractIds: [String(c.id)], begins: c }) : begun(calls, open)([c]))
  return [
    { key: 'preview', label: words.preview, run: (c) => show(sketch(c)) },
    { key: 'letters', label: letterWords.letters, perm: 'sign_view', when: isElectronic, run: dialog('letters') },
    { key: 'start', label: words.startSign, perm: 'sign_edit', when: inTask((c) => mayStart(c) || isWayless(c)), run: start },
    { key: 'desk', label: siteWords.open, perm: 'sign_edit', when: inTask(isAtDesk), run: dialog('desk') },
    { key: 'remind', label: remoteWords.remind, perm: 'sign_edit', when: inTask(isAwaited), run: (c) => calls.remind([c]) },
    {
      key: 'cancel',
      label: words.cancelSign,
      perm: 'sign_edit',
      danger: true,
      confirm: words.cancelSignAsk,
      when: inTask(mayCancel),
      run: (c) => calls.cancel([c]),
    },
    { key: 'upload', label: words.uploadSigned, when: inTask(mayUpload), run: dialog('upload') },
    { key: 'file', label: words.signedFile, when: (c) => !!c.attachId, run: (c) => show(signedFile(c)) },
    { key: 'examine', label: signWords.examine, perm: 'business_commit', when: (c) => mayExamine(c, userId), run: dialog('examine') },
    { key: 'evidence', label: signWords.evidence, perm: 'sign_view', when: isBegun, run: (c) => show(evidence(c)) },
    { key: 'bundle', label: signWords.bundle, perm: 'sign_view', when: (c) => !!c.attachId, run: bundle },
    { key: 'verify', label: words.verify, perm: 'sign_view', when: mayVerify, run: dialog('verify') },
    { key: 'back', label: words.takeBack, danger: true, confirm: words.takeBackAsk, when: inTask(mayTakeBack), run: calls.takeBack },
  ]
}

/** A button above the contracts; its `when` says whether it is there at all. */
export interface PanelCommand extends ToolCommand {
  /** whether what is ticked admits it; greyed otherwise */
  ready?(chosen: readonly AnyRow[]): boolean
  /** may be pressed while a call is under way */
  whileBusy?: true
}
/** What may be done with the ticked contracts, or with all. Those that need a permission beside the one named are left out here. */
export function panelCommands({ businessId, contracts, picked, acting, calls, say, open }: CommandsOf, mayDownload: boolean): PanelCommand[] {
  const some = (chosen: readonly AnyRow[]) => chosen.length > 0
  const all = (may: (c: AnyRow) => boolean) => (chosen: readonly AnyRow[]) => some(chosen) && chosen.every(may)
  const previewAll = () =>
    open({ show: 'file', file: { path: 'dzzw/batch-preview-contract-file', query: { contractIds: picked.join() }, title: say(signWords.previewAll) } })
  const downloadFiles = async () => {
    // of all the server knows itself which they are; more than a page of a list cannot be named one by one
    const which = picked.length && picked.length < contracts.length ? { ids: picked.join() } : { businessId }
    await api.get('widget/export', { type: CONTRACT_TYPE, ...which })
    open({ show: 'export' })
  }
  const inTask = () => acting
  return [
    { key: 'way', label: words.chooseWay, when: inTask, ready: some, run: () => open({ show: 'way', contractIds: picked }) },
    { key: 'previewAll', label: signWords.previewAll, when: inTask, ready: some, whileBusy: true, run: previewAll },
    { key: 'stack', label: signWords.stack, when: inTask, run: () => open({ show: 'stack' }) },
    {
      key: 'download',
      label: picked.length ? signWords.downloadChosen(picked.length) : signWords.downloadAll,
      icon: <DownloadOutlined />,
      when: () => mayDownload,
      run: downloadFiles,
    },
    { key: 'start', label: words.startSign, perm: 'sign_edit', primary: true, when: inTask, ready: all(mayStart), run: begun(calls, open) },
    {
      key: 'take',
      label: awayWords.take,
      perm: 'sign_edit',
      when: () => acting && contracts.some(isAtDesk),
      ready: all(isAtDesk),
      run: (chosen) => open({ show: 'take', contracts: chosen }),
    },
    { key: 'remind', label: remoteWords.remind, perm: 'sign_edit', when: inTask, ready: all(isAwaited), run: calls.remind },
    {
      key: 'cancel',
      label: words.cancelSign,
      perm: 'sign_edit',
      danger: true,
      confirm: words.cancelSignAsk,
      when: inTask,
      ready: all(mayCancel),
      run: calls.cancel,
    },
  ]
}

/** Commands of this panel neither open nor remove rows; after each the panel itself reads what it changed. */
const TOOLS: Tools = { open: () => undefined, remove: async () => undefined, reload: async () => undefined }

/** The commands of one contract as links, wrapped in their narrow column. */
export function ContractLinks({ commands, contract, busy }: { commands: readonly RowCommand[]; contract: AnyRow; busy: boolean }) {
  const { say } = useSay()
  const run = useRun(TOOLS)
  return (
    <Space size={0} wrap>
      {useVisible()(commands, contract).map(({ command: c }) => (
        <Button key={c.key} type="link" size="small" danger={!!c.danger} disabled={busy} onClick={() => void run(c, contract)}>
          {say(c.label)}
        </Button>
      ))}
    </Space>
  )
}

/** The buttons above the contracts. */
export function PanelButtons({ commands, chosen, busy }: { commands: readonly PanelCommand[]; chosen: readonly AnyRow[]; busy: boolean }) {
  const { say } = useSay()
  const run = useRun(TOOLS)
  const visible = new Set(useVisible()(commands, chosen).map((v) => v.command))
  if (visible.size === 0) return null
  return (
    <Flex gap="small" wrap>
      {commands
        .filter((c) => visible.has(c))
        .map((c) => (
          <Button
            key={c.key}
            type={c.primary ? 'primary' : 'default'}
            danger={!!c.danger}
            icon={c.icon}
            disabled={(busy && !c.whileBusy) || c.ready?.(chosen) === false}
            onClick={() => void run(c, chosen)}
          >
            {say(c.label)}
          </Button>
        ))}
    </Flex>
  )
}
