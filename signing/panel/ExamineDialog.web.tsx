import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Col, Flex, Form, Input, Row, Spin, Typography } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { api, type Query } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import { words as caseWords } from '../../business/cases/web/words.ts'
import { useDialogDraft, draftedValues } from '../../kit/web/dialog-draft.web.ts'
import { words } from '../contract/words.ts'

const PdfView = lazy(() => import('../../services/files/preview/PdfView.web.tsx'))

/** Both papers and what stands about them fit a window of 768 px, so that only the papers scroll. */
const PAPER = 'calc(100vh - 310px)'

function Side({ title, path, query, onDrawn }: { title: string; path: string; query: Query; onDrawn(): void }) {
  const file = useQuery({ queryKey: queryKeyOf('pdf', path, query), gcTime: 0, retry: false, queryFn: () => api.blob(path, query, { quiet: true }) })
  return (
    <Col span={12}>
      <h4 style={{ margin: '0 0 8px' }}>{title}</h4>
      {file.error ? (
        <Alert type="error" showIcon title={file.error.message} />
      ) : file.data ? (
        <Suspense fallback={<Spin />}>
          <PdfView file={file.data.blob} title={title} onDrawn={onDrawn} height={PAPER} />
        </Suspense>
      ) : (
        <Spin />
      )}
    </Col>
  )
}

interface ExamineProps {
  of: AnyRow
  onClose(): void
  /** told whether it was accepted */
  onDone(isAccepted: boolean): Promise<unknown>
}
/** A second person compares the scan of a contract, or what was signed electronically, with its print, side by side, and accepts it or sends it back with a reason. */
export function ExamineDialog({ of: c, onClose, onDone }: ExamineProps) {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  // what is not drawn yet cannot have been compared
  const [drawn, setDrawn] = useState({ scan: false, print: false })
  const isSeen = drawn.scan && drawn.print
  const [form] = Form.useForm<{ reason?: string }>()
  const draft = useDialogDraft(words.examine, String(c.id), draftedValues(form))
  const send = async (pass: 0 | 1, reason = '') => {
    const isSent = await run(
      async () => {
        await api.post('dzzw/contract/examine', { contractId: c.id, pass, ...(reason ? { reason } : {}) })
        await onDone(pass === 1)
      },
      { done: words.done },
    )
    if (isSent) void draft?.end()
  }
  const foot = (
    <Form form={form} name="examine" onValuesChange={() => draft?.typed()} onFinish={({ reason }) => void send(0, reason)}>
      {draft?.offer}
      {draft?.line}
      <Flex gap="small" align="start" justify="end" wrap>
        <Form.Item
          name="reason"
          style={{ flex: '1 1 240px', marginBottom: 0 }}
          rules={[{ required: true, whitespace: true, message: say(words.rejectReasonNeeded) }]}
        >
          <Input maxLength={254} placeholder={say(words.rejectReason)} aria-label={say(words.rejectReason)} />
        </Form.Item>
        <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        <Button danger htmlType="submit" disabled={busy}>
          {say(words.reject)}
        </Button>
        <Button type="primary" disabled={!isSeen} title={isSeen ? undefined : say(words.acceptWaits)} loading={busy} onClick={() => void send(1)}>
          {say(words.accept)}
        </Button>
      </Flex>
    </Form>
  )
  return (
    <Dialog open width="94%" style={{ top: 16 }} title={`${say(words.examine)} ${c.cbhtbm}`} onCancel={onClose} footer={foot}>
      {c.signWay !== ON_PAPER && c.reason && <Alert type="warning" showIcon title={String(c.reason)} style={{ marginBottom: 8 }} />}
      <Row gutter={12}>
        <Side
          title={say(c.signWay === ON_PAPER ? words.scan : caseWords.signedFile)}
          path="dzzw/sign-file/download"
          query={{ contractId: String(c.id) }}
          onDrawn={() => setDrawn((d) => ({ ...d, scan: true }))}
        />
        <Side
          title={say(words.print)}
          path="dzzw/preview-contract-draft"
          query={{ contractId: String(c.id) }}
          onDrawn={() => setDrawn((d) => ({ ...d, print: true }))}
        />
      </Row>
      {!isSeen && (
        <Typography.Text type="secondary" role="status">
          {say(words.acceptWaits)}
        </Typography.Text>
      )}
    </Dialog>
  )
}
