import { Alert, Button, Card, Flex, Form, Tag } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { timeOf } from '../../../kit/web/clock.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useGuard, useToast } from '../../../kit/web/dialogs.web.tsx'
import { usePageState, useSession } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { STATUS } from '../flow.ts'
import { Applicant, Base } from './Applicant.web.tsx'
import { CaseParts, Faults, type CasePart } from './CaseParts.web.tsx'
import { ContractPanel } from './ContractPanel.web.tsx'
import { Decide, type Decision } from './Decide.web.tsx'
import { Files } from './Files.web.tsx'
import { FlowDialog } from './FlowDialog.web.tsx'
import { areaReady, caseBody, draftOf, editingOf, placeFaults, type CaseRow, type Chosen, type Forms, type StoredForm, type Requirement } from './form.web.ts'
import type { Panels } from './panels.web.ts'
import { Results } from './Results.web.tsx'
import { RevokeDialog } from './RevokeDialog.web.tsx'
import { StatusTag } from './StatusTag.web.tsx'
import type { TaskKey } from '../../../services/process/engine/definitions.ts'
import { Story } from '../../../services/process/web/Story.web.tsx'
import { words } from './words.ts'

const AT = 'yw-accept/business'
const LAYOUT = { labelCol: { flex: '9em' }, labelWrap: true, wrapperCol: { flex: 1 } } as const
interface CaseFormProps {
  row?: CaseRow
  files: readonly Requirement[]
  panels: Panels
  view: boolean
  onClose(): void
  onSaved(id: string): void
  onRenew(): Promise<unknown>
}

function chosenOf(row: CaseRow | undefined): Chosen {
  const { fbfbm, cbf = {}, dk = [] }: StoredForm = row?.form ?? {}
  return { fbfbm, isNew: !cbf.cbfbm && Object.keys(cbf).length > 0, cbfbm: cbf.cbfbm, lines: dk }
}

/** The acceptance form of 承包合同签订 in all its states; what may be changed and pressed follows the state. Source: screens.md C2; land-contract.md 3-5. */
export function CaseForm({ row, files, panels, view, onClose, onSaved, onRenew }: CaseFormProps) {
  const { say } = useSay()
  const { user, can } = useSession()
  const { label } = useDict('task_key')
  const guard = useGuard(),
    toast = useToast()
  const [base] = Form.useForm(),
    [holder] = Form.useForm(),
    [terms] = Form.useForm()
  const forms: Forms = { base, holder, terms }
  const [chosen, setChosen] = useState(() => chosenOf(row))
  const [busy, setBusy] = useState<string>(),
    [faults, setFaults] = useState<readonly string[]>([])
  const [deciding, setDeciding] = useState<Decision['result']>(),
    [dialog, setDialog] = useState<'flow' | 'revoke' | 'undo'>()
  const editing = editingOf(row, view),
    all = editing === 'all'
  const may = (action: string) => !view && !!row?.actions.includes(action)
  const task = row?.status === STATUS.doing ? String(row.taskKey) : undefined
  const dirty = () => guard.set(true)
  const change = (patch: Partial<Chosen>) => {
    setChosen((c) => ({ ...c, ...patch }))
    dirty()
  }

  usePageState().tables?.useDraft(editing === 'nothing' ? undefined : `business ${row?.id ?? ''}`, draftOf(forms, chosen, chosenOf(row), change))
  /** The applicant is the contractor until a person types somebody else; the name follows the contractor. */
  const filled = useRef<Record<string, unknown>>({})
  const fill = (cbf: Record<string, unknown>) => {
    const plain = (v: unknown) => (typeof v === 'string' && !v.includes('*') ? v : undefined)
    const phone = /^1\d{10}$/.test(String(cbf.lxdh)) ? String(cbf.lxdh) : undefined
    const next: Record<string, unknown> = {
      obligeName: plain(cbf.cbfmc)?.slice(0, 20),
      obligeIdType: plain(cbf.cbfzjlx),
      obligeIdCard: plain(cbf.cbfzjhm),
      obligePhone: phone,
      obligeAddress: plain(cbf.cbfdz),
      ...(cbf.cbfmc ? { businessName: `${cbf.cbfmc}${words.nameTail.zh}` } : {}),
    }
    for (const [n, v] of Object.entries(next)) {
      const now = base.getFieldValue(n)
      const ours =
        !now ||
        now === filled.current[n] ||
        (n === 'obligeIdType' && !base.isFieldTouched(n)) ||
        (n === 'businessName' && String(now).endsWith(words.nameTail.zh))
      if (v && ours && now !== v) {
        base.setFieldValue(n, v)
        filled.current[n] = v
      }
    }
  }
  const item = (code: string) => {
    const other = code === 'contract_sign_2',
      cbfs = terms.getFieldValue('cbfs') as string | undefined
    if (other === (cbfs === '110')) terms.setFieldValue('cbfs', other ? undefined : '110')
  }
  /** The forms' own checks. An unsent case may lack everything but the business fields and the issuer. */
  const wrongs = async (complete: boolean): Promise<string[]> => {
    const found = (form: typeof base) =>
      form.validateFields().then(
        () => [] as string[],
        (e: { errorFields?: { errors: string[] }[] }) => (e.errorFields ?? []).flatMap((f) => f.errors),
      )
    const own = all ? await found(base) : []
    if (!complete) return [...own, ...(chosen.fbfbm ? [] : [say(words.issuerNeeded)])]
    return [
      ...own,
      ...(chosen.fbfbm ? [] : [say(words.issuerNeeded)]),
      ...(all && chosen.isNew ? await found(holder) : []),
      ...(chosen.isNew || chosen.cbfbm ? [] : [say(words.contractorNeeded)]),
      ...(chosen.lines.length ? [] : [say(words.parcelsNeeded)]),
      ...(chosen.lines.every(areaReady) ? [] : [say(words.areaWrong)]),
      ...(all ? await found(terms) : []),
    ]
  }
  /** Runs one call; refusals stand above the form and at their fields. Answers what it answered, undefined when refused. */
  const run = async <T,>(key: string, complete: boolean, call: () => Promise<T>): Promise<T | undefined> => {
    setBusy(key)
    try {
      const wrong = editing === 'nothing' ? [] : await wrongs(complete)
      setFaults(wrong)
      if (wrong.length) return undefined
      const answer = await call()
      guard.set(false)
      return answer
    } catch (e) {
      const told = placeFaults(e, forms, chosen.isNew)
      setFaults(told.length ? told : [e instanceof Error ? e.message : String(e)])
      return undefined
    } finally {
      setBusy(undefined)
    }
  }
  const quiet = { quiet: true }
  const post = (verb: string) => api.post<string>(`${AT}/${verb}`, caseBody(forms, chosen, row, editing), undefined, quiet)
  const save = async () => {
    const id = await run('save', false, () => post(task ? 'update' : 'submit'))
    if (id === undefined) return
    toast.done(words.saved)
    if (row) await onRenew()
    else onSaved(id)
  }
  const start = async () => {
    if ((await run('start', true, () => post('save-commit'))) === undefined) return
    toast.done(words.submitted)
    onClose()
  }
  const decide = async (d: Decision) => {
    const done = await run('decide', d.result === 'pass', async () => {
      if (d.result === 'pass' && editing !== 'nothing') await post('update')
      await api.post(`${AT}/commit`, { taskId: row!.taskId, processInstanceId: row!.processInstanceId, ...d }, undefined, quiet)
      return true
    })
    setDeciding(undefined)
    if (!done) return void onRenew()
    toast.done(words.finished)
    onClose()
  }
  const leave = () => void guard.leave().then((yes) => yes && onClose())
  const first = { businessTypeCode: 'contract_sign', businessItemCode: 'contract_sign_1', businessReceiver: user?.real_name, businessReceiveTime: timeOf() }
  const Panel = panels[task as TaskKey],
    Signed = panels.sign
  const panel: ReactNode =
    !task || !row ? null : Panel ? (
      <Panel row={row} acting={may('pass')} onChange={onRenew} />
    ) : may('pass') && task !== 'register' ? (
      <Alert type="info" showIcon title={say(task === 'survey' ? words.surveyHint : words.checkHint)} />
    ) : null
  const parts: CasePart[] = [
    ...(panel ? [{ key: 'task', title: label(task), body: panel }] : []),
    ...(row?.status === STATUS.done
      ? [
          {
            key: 'results',
            title: say(words.results),
            body: (
              <Flex vertical gap="middle">
                <Results contracts={row.contracts} />
                {Signed && <Signed row={row} acting={false} onChange={onRenew} />}
              </Flex>
            ),
          },
        ]
      : []),
    { key: 'applicant', title: say(words.applicant), body: <Applicant disabled={!all} row={row} onFilled={dirty} /> },
    { key: 'base', title: say(words.base), body: <Base disabled={!all} row={row} onItem={item} /> },
    {
      key: 'type',
      title: say(words.type),
      body: <ContractPanel forms={forms} row={row} chosen={chosen} editing={editing} onChange={change} onHolder={fill} onDirty={dirty} />,
    },
    { key: 'files', title: say(words.files), body: <Files businessId={row?.id} wanted={files} editable={!view && !!row && (all || may('pass'))} /> },
    { key: 'story', title: say(words.opinions), body: <Story processInstanceId={row?.processInstanceId} /> },
  ]
  // not a form element: the forms of contractor, contract and publicity stand inside it
  return (
    <Form form={base} name="business" component={false} {...LAYOUT} initialValues={row ?? first} onValuesChange={dirty}>
      <Card size="small" style={{ position: 'sticky', top: -16, zIndex: 20, marginBottom: 12 }}>
        <Flex justify="space-between" align="center" gap="small" wrap>
          <span>
            <strong>{row?.businessName ?? `${say(words.accept)}${say({ zh: '：承包合同签订', en: ': contract signing' })}`}</strong> {row?.businessCode}{' '}
            {task ? <Tag color="processing">{label(task)}</Tag> : row ? <StatusTag value={row.status} /> : null}
          </span>
          <Flex gap="small" wrap>
            {(all || editing === 'areas') && (
              <Button loading={busy === 'save'} disabled={!!busy} onClick={() => void save()}>
                {say(words.save)}
              </Button>
            )}
            {(!row || may('save-commit')) && (
              <Button type="primary" loading={busy === 'start'} disabled={!!busy} onClick={() => void start()}>
                {say(words.saveCommit)}
              </Button>
            )}
            {may('pass') && (
              <Button type="primary" disabled={!!busy} onClick={() => setDeciding('pass')}>
                {say(task === 'check' || task === 'recheck' ? words.passCheck : words.pass)}
              </Button>
            )}
            {may('return') && (
              <Button danger disabled={!!busy} onClick={() => setDeciding('return')}>
                {say(words.sendBack)}
              </Button>
            )}
            {may('revoke') && (
              <Button danger disabled={!!busy} onClick={() => setDialog('revoke')}>
                {say(words.revoke)}
              </Button>
            )}
            {row?.actions.includes('undo') && can('business_revoke') && (
              <Button danger disabled={!!busy} onClick={() => setDialog('undo')}>
                {say(words.undo)}
              </Button>
            )}
            {row?.processInstanceId && <Button onClick={() => setDialog('flow')}>{say(words.flow)}</Button>}
            <Button onClick={leave}>{say(words.back)}</Button>
          </Flex>
        </Flex>
      </Card>
      <Faults of={faults} onClose={() => setFaults([])} />
      <CaseParts parts={parts} />
      {deciding && row && <Decide typeCode={row.businessTypeCode} taskKey={task!} result={deciding} onClose={() => setDeciding(undefined)} onDecide={decide} />}
      {dialog === 'flow' && row && <FlowDialog processInstanceId={row.processInstanceId} onClose={() => setDialog(undefined)} />}
      {(dialog === 'revoke' || dialog === 'undo') && row && (
        <RevokeDialog
          of={row}
          way={dialog}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            guard.set(false)
            onClose()
          }}
        />
      )}
    </Form>
  )
}
