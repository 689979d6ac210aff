import { Alert, Flex, Progress } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import type { Form as CaseData } from '../../business/cases/definitions/business.ts'
import { formIn } from '../../business/cases/definitions/form.ts'
import type { PanelProps } from '../../business/cases/web/panels.web.ts'
import { words } from '../../business/cases/web/words.ts'
import { words as siteWords } from '../acts/desk-words.ts'
import { words as remoteWords } from '../acts/words.ts'
import { words as signWords } from '../contract/words.ts'
import { begun, contractCommands, PanelButtons, panelCommands } from './contract-commands.web.tsx'
import { isBegun, isElectronic } from './contract-state.ts'
import { mayStart } from './contract-state.ts'
import { ContractsTable, PAGE } from './ContractsTable.web.tsx'
import { PanelDialogs, type PanelDialog } from './PanelDialogs.web.tsx'
import { SignNodes } from './SignNodes.web.tsx'
import { useSigningCalls } from './useSigningCalls.web.ts'
import { SIGN } from '../../land/definitions/statuses.ts'

/** First day of the term of a first contract that is still to be signed and lies before today: a term of any other contract goes on. */
export function earlyStart(form: CaseData | undefined, contracts: readonly AnyRow[]): string | undefined {
  // the terms that a form agrees on: those of other types go on from a contract in force
  const from = formIn(form?.cbht).cbqxq
  const hasUnsigned = contracts.some((c) => !c.qdsj)
  return typeof from === 'string' && hasUnsigned && from < today() ? from : undefined
}

/** What is to be done in the task of signing. */
function SignHint() {
  const { say } = useSay()
  const ways = [remoteWords.remoteHint, siteWords.hint, words.paperHint]
  return (
    <Alert
      type="info"
      showIcon
      title={say(words.signHint)}
      description={
        <ul style={{ margin: 0, paddingLeft: 20 }}>
          {ways.map((way) => (
            <li key={way.en}>{say(way)}</li>
          ))}
        </ul>
      }
    />
  )
}

/** The contracts of a business: their way of signing, signing by phone, on site or on paper, and what verifying tells. Source: screens.md C8; business-flows.md 7. */
export function SignPanel({ row: { id, contracts, form }, acting, onChange, onReady }: PanelProps) {
  const businessId = String(id)
  const { say } = useSay()
  const { can, user } = useSession()
  // where there is one contract alone there is nothing to choose
  const [picked, setPicked] = useState<readonly string[]>(() => (acting && contracts.length === 1 ? contracts.map((c) => String(c.id)) : []))
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<PanelDialog>()
  const done = async () => {
    setPicked([])
    await onChange()
  }
  const calls = useSigningCalls(businessId, done)
  // the last contract is accepted: nothing else is asked of the task here
  const accepted = (of: AnyRow) => contracts.every((c) => c.id === of.id || c.signStatus === SIGN.signed) && onReady?.()
  const early = acting && earlyStart(form, contracts)
  const maySee = can('sign_view')
  const mayDownload = contracts.length > 0 && maySee && can('print_view')
  const chosen = contracts.filter((c) => picked.includes(String(c.id)))
  const of = { businessId, contracts, picked, acting, userId: user?.user_id, calls, say, open: setDialog }
  const underWay = contracts.slice((page - 1) * PAGE, page * PAGE).filter((c) => isElectronic(c) && isBegun(c))
  return (
    <Flex vertical gap="small">
      {acting && <SignHint />}
      {early && <Alert type="warning" showIcon title={say(signWords.early(early))} />}
      <PanelButtons commands={panelCommands(of, mayDownload)} chosen={chosen} busy={calls.busy} />
      {calls.progress && (
        <Progress
          percent={Math.round((calls.progress.done / calls.progress.of) * 100)}
          format={() => say(signWords.begunOf(calls.progress!.done, calls.progress!.of))}
        />
      )}
      <ContractsTable
        businessId={businessId}
        contracts={contracts}
        commands={contractCommands(of)}
        busy={calls.busy}
        nodes={maySee}
        page={page}
        onPage={setPage}
        picked={acting ? picked : undefined}
        onPick={setPicked}
      />
      {maySee &&
        underWay.map((c) => (
          <SignNodes
            key={c.id}
            businessId={businessId}
            of={c}
            signer={acting && can('sign_edit')}
            onChange={onChange}
            onDesk={() => setDialog({ show: 'desk', contract: c })}
          />
        ))}
      {dialog && (
        <PanelDialogs
          dialog={dialog}
          businessId={businessId}
          acting={acting}
          onClose={() => setDialog(undefined)}
          onChange={onChange}
          onDone={done}
          onAccepted={accepted}
          onBegin={async (c) => (mayStart(c) ? begun(calls, setDialog)([c]) : undefined)}
        />
      )}
    </Flex>
  )
}
