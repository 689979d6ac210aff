import { Alert, Button, Col, Flex, Form, Input, Row, Select, Spin, Steps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { text } from '../../kit/model/field.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import { CardButton } from '../../services/camera/CardButton.web.tsx'
import { useAct } from '../../platform/parts/act.web.ts'
import { notKept } from '../../kit/web/dialog-draft.web.ts'
import { LIMITS } from '../contract/sign-flow.ts'
import type { DeskNode, Door, Known, ShownDocument } from './desk.web.ts'
import { DeskWriting } from './DeskWriting.web.tsx'
import { words } from '../acts/desk-words.ts'

const PdfView = lazy(() => import('../../services/files/preview/PdfView.web.tsx'))
/** The fields that a card fills, for their names. */
const DOCUMENT = {
  fields: {
    docType: text(words.docType.zh, { en: words.docType.en }),
    docName: text(words.docName.zh, { en: words.docName.en }),
    docNumber: text(words.docNumber.zh, { en: words.docNumber.en }),
  },
}

interface ActProps {
  door: Door
  of: DeskNode
  /** what he is on the contract */
  role: string
  /** somebody signed or refused, or the desk must look again */
  onDone(): Promise<unknown>
}
/** The act of one signer at the desk: his document, the whole contract, his own hand. */
export function DeskAct({ door, of: n, role, onDone }: ActProps) {
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
  const begun = ({ known: k, file: f }: { known: Known; file: Blob }) => {
    setKnown(k)
    setFile(f)
  }
  const onEnd = () => {
    if (!read) door.read?.()
    setRead(true)
  }
  const step = !known ? 0 : at === 'read' ? 1 : 2
  return (
    <Flex vertical gap="middle">
      <h3 style={{ margin: 0 }}>{say(words.person).replace('{role}', role).replace('{name}', n.signerName)}</h3>
      <Steps size="small" current={step} items={[words.compare, words.read, words.write].map((t) => ({ title: say(t) }))} />
      {!known && n.onTablet && <Alert type="info" showIcon title={say(words.withTablet)} />}
      {!known && <Compare door={door} of={n} onKnown={begun} onWrong={onDone} />}
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
            <PdfView file={file} title={say(words.read)} onEnd={onEnd} />
          </Suspense>
        </section>
      )}
      {known && at === 'write' && <DeskWriting door={door} of={n} known={known} onBack={() => setAt('read')} onAnew={anew} onDone={onDone} />}
      {known && at === 'refuse' && <Refuse door={door} known={known} onBack={() => setAt('read')} onDone={onDone} />}
    </Flex>
  )
}

interface CompareProps {
  door: Door
  of: DeskNode
  onKnown(k: { known: Known; file: Blob }): void
  onWrong(): Promise<unknown>
}
function Compare({ door, of: n, onKnown, onWrong }: CompareProps) {
  const { say } = useSay()
  const { choices } = useDict('zjlx')
  const [form] = Form.useForm<ShownDocument>()
  const [docMeans, setMeans] = useState<'reader' | 'typed'>('typed')
  const { busy, fault, run } = useAct()
  const compare = (shown: ShownDocument) =>
    run(async () => {
      // a wrong document is counted: the desk shows what is left
      const known = await door.compare(shown, docMeans).catch(async (e: unknown) => {
        await onWrong()
        throw e
      })
      onKnown(known)
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
      <Flex justify="end" align="center" gap="small">
        {say(notKept)}
        <Button type="primary" htmlType="submit" loading={busy}>
          {say(words.isHim)}
        </Button>
      </Flex>
    </Form>
  )
}

interface RefuseProps {
  door: Door
  known: Known
  onBack(): void
  onDone(): Promise<unknown>
}
function Refuse({ door, known, onBack, onDone }: RefuseProps) {
  const { say } = useSay()
  const { busy, fault, run } = useAct()
  const send = ({ reason }: { reason: string }) =>
    run(async () => {
      await door.refuse(known, reason.trim())
      await onDone()
    })
  return (
    <Form name="refuse" layout="vertical" onFinish={(v: { reason: string }) => void send(v)}>
      <Form.Item name="reason" label={say(words.reason)} rules={[{ required: true, whitespace: true, min: 2, message: say(words.reasonNeeded) }]}>
        <Input.TextArea rows={4} maxLength={200} />
      </Form.Item>
      {fault && <Alert type="error" showIcon title={fault} style={{ marginBottom: 12 }} />}
      <Flex justify="end" align="center" gap="small">
        {say(notKept)}
        <Button onClick={onBack}>{say(words.back)}</Button>
        <Button danger type="primary" htmlType="submit" loading={busy}>
          {say(words.confirmRefuse)}
        </Button>
      </Flex>
    </Form>
  )
}
