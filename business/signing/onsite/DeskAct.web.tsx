import { Alert, Button, Col, Flex, Form, Input, Row, Select, Spin, Steps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { text } from '../../../kit/model/field.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { ZJLX } from '../../../platform/dictionaries/zjlx.ts'
import { CardButton } from '../../../services/camera/CardButton.web.tsx'
import { useAct } from '../remote/act.web.ts'
import { LIMITS } from '../remote/flow.ts'
import type { DeskNode, Known } from './desk.web.ts'
import { DeskWriting } from './DeskWriting.web.tsx'
import { words } from './words.ts'

const PdfView = lazy(() => import('../../../services/files/preview/PdfView.web.tsx'))
/** The fields that a card fills, for their names. */
const DOCUMENT = {
  fields: {
    docType: text(words.docType.zh, { en: words.docType.en }),
    docName: text(words.docName.zh, { en: words.docName.en }),
    docNumber: text(words.docNumber.zh, { en: words.docNumber.en }),
  },
}

interface ActProps {
  contractId: string
  of: DeskNode
  /** what he is on the contract */
  role: string
  /** somebody signed or refused, or the desk must look again */
  onDone(): Promise<unknown>
}
/** The act of one signer at the desk: his document, the whole contract, his own hand. */
export function DeskAct({ contractId, of: n, role, onDone }: ActProps) {
  const { say } = useSay()
  const [known, setKnown] = useState<Known>(),
    [file, setFile] = useState<Blob>(),
    [read, setRead] = useState(false),
    [at, setAt] = useState<'read' | 'write' | 'refuse'>('read')
  const anew = () => {
    setKnown(undefined)
    setFile(undefined)
    setRead(false)
    setAt('read')
  }
  const begun = async (k: Known) => {
    const { blob } = await api.blob('sign/onsite/file', undefined, { quiet: true }, { contractId, nodeSort: n.nodeSort, pass: k.pass })
    setKnown(k)
    setFile(blob)
  }
  const step = !known ? 0 : at === 'read' ? 1 : 2
  return (
    <Flex vertical gap="middle">
      <h3 style={{ margin: 0 }}>{say(words.person).replace('{role}', role).replace('{name}', n.signerName)}</h3>
      <Steps size="small" current={step} items={[words.compare, words.read, words.write].map((t) => ({ title: say(t) }))} />
      {!known && n.onTablet && <Alert type="info" showIcon title={say(words.withTablet)} />}
      {!known && <Compare contractId={contractId} of={n} onKnown={begun} onWrong={onDone} />}
      {known && file && at !== 'refuse' && (
        <section style={at === 'read' ? {} : { display: 'none' }}>
          <Flex gap="small" align="center" wrap style={{ marginBottom: 12 }}>
            <span style={{ flex: 1 }}>{say(words.readHint)}</span>
            <Button danger onClick={() => setAt('refuse')}>
              {say(words.refuse)}
            </Button>
            <Button type="primary" disabled={!read} onClick={() => setAt('write')}>
              {say(words.go)}
            </Button>
          </Flex>
          <Suspense fallback={<Spin />}>
            <PdfView file={file} title={say(words.read)} onEnd={() => setRead(true)} />
          </Suspense>
        </section>
      )}
      {known && at === 'write' && <DeskWriting contractId={contractId} of={n} known={known} onBack={() => setAt('read')} onAnew={anew} onDone={onDone} />}
      {known && at === 'refuse' && <Refuse contractId={contractId} of={n} known={known} onBack={() => setAt('read')} onDone={onDone} />}
    </Flex>
  )
}

interface Shown {
  docType: string
  docName: string
  docNumber: string
}
interface CompareProps {
  contractId: string
  of: DeskNode
  onKnown(k: Known): Promise<unknown>
  onWrong(): Promise<unknown>
}
function Compare({ contractId, of: n, onKnown, onWrong }: CompareProps) {
  const { say } = useSay()
  const { choices } = useDict('zjlx')
  const [form] = Form.useForm<Shown>()
  const [docMeans, setMeans] = useState<'reader' | 'typed'>('typed')
  const { busy, fault, run } = useAct()
  const compare = (shown: Shown) =>
    run(async () => {
      const sent = { contractId, nodeSort: n.nodeSort, docMeans, ...shown }
      // a wrong document is counted: the desk shows what is left
      const known = await api.post<Known>('sign/onsite/compare', sent, undefined, { quiet: true }).catch(async (e: unknown) => {
        await onWrong()
        throw e
      })
      await onKnown(known)
    })
  const needed = [{ required: true, whitespace: true, message: say(words.needed) }]
  return (
    <Form
      form={form}
      name="document"
      layout="vertical"
      initialValues={{ docType: ZJLX.idCard }}
      onValuesChange={() => setMeans('typed')}
      onFinish={(v) => void compare(v)}
    >
      <p style={{ marginTop: 0 }}>{say(words.compareHint)}</p>
      <CardButton of={DOCUMENT} fields={{ name: 'docName', idType: 'docType', number: 'docNumber' }} onFilled={() => setMeans('reader')} />
      <Row gutter={16}>
        <Col xs={24} md={7}>
          <Form.Item name="docType" label={say(words.docType)} rules={needed}>
            <Select options={choices} />
          </Form.Item>
        </Col>
        <Col xs={24} md={7}>
          <Form.Item name="docName" label={say(words.docName)} rules={needed}>
            <Input maxLength={50} autoComplete="off" />
          </Form.Item>
        </Col>
        <Col xs={24} md={10}>
          <Form.Item name="docNumber" label={say(words.docNumber)} rules={needed}>
            <Input maxLength={30} autoComplete="off" />
          </Form.Item>
        </Col>
      </Row>
      {fault && (
        <Alert
          type="error"
          showIcon
          title={fault}
          style={{ marginBottom: 12 }}
          {...(n.left < LIMITS.wrongIds && n.left > 0 ? { description: say(words.left).replace('{n}', String(n.left)) } : {})}
        />
      )}
      <Flex justify="end">
        <Button type="primary" htmlType="submit" loading={busy}>
          {say(words.isHim)}
        </Button>
      </Flex>
    </Form>
  )
}

interface RefuseProps {
  contractId: string
  of: DeskNode
  known: Known
  onBack(): void
  onDone(): Promise<unknown>
}
function Refuse({ contractId, of: n, known, onBack, onDone }: RefuseProps) {
  const { say } = useSay()
  const { busy, fault, run } = useAct()
  const send = ({ reason }: { reason: string }) =>
    run(async () => {
      await api.post('sign/onsite/refuse', { contractId, nodeSort: n.nodeSort, pass: known.pass, reason }, undefined, { quiet: true })
      await onDone()
    })
  return (
    <Form name="refuse" layout="vertical" onFinish={(v: { reason: string }) => void send(v)}>
      <Form.Item name="reason" label={say(words.reason)} rules={[{ required: true, whitespace: true, min: 2, message: say(words.reasonNeeded) }]}>
        <Input.TextArea rows={4} maxLength={200} />
      </Form.Item>
      {fault && <Alert type="error" showIcon title={fault} style={{ marginBottom: 12 }} />}
      <Flex justify="end" gap="small">
        <Button onClick={onBack}>{say(words.back)}</Button>
        <Button danger type="primary" htmlType="submit" loading={busy}>
          {say(words.confirmRefuse)}
        </Button>
      </Flex>
    </Form>
  )
}
