import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, QRCode, Spin, Steps, Tag, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { timeOf } from '../../kit/web/clock.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from '../../business/cases/web/words.ts'
import { isSigningOpen, ON_SITE } from '../contract/flow.ts'
import { words as siteWords } from '../acts/desk-words.ts'
import { stateWords, words as remoteWords } from '../acts/words.ts'
import { words as signWords } from '../contract/words.ts'

interface Node {
  nodeSort: number
  nodeCode: string
  signerName: string
  signTime: string | null
  valid: boolean
  /** while it is signed */
  state: string | null
  phone: string | null
}
interface State {
  signStatus: string
  reason: string | null
  nodes: Node[]
}
/** How often a flow that is under way is asked for, in milliseconds: a job takes seconds, people with their phones take days. */
const ASK_MS = 1000
const ASK_PEOPLE_MS = 10_000
/** Whether the flow waits for a person. */
const isAwaited = (s: State | undefined) => s?.nodes.some((n) => n.state === 'open') ?? false

/** How a contract's signing stands; asked again until it ends. */
const useFlow = (businessId: string, c: AnyRow) =>
  useQuery({
    queryKey: queryKeyOf('sign', 'state', c.id, c.signStatus),
    retry: false,
    staleTime: 0,
    refetchInterval: (q) => (isSigningOpen(q.state.data?.signStatus ?? c.signStatus) ? (isAwaited(q.state.data) ? ASK_PEOPLE_MS : ASK_MS) : false),
    queryFn: () => api.get<State>('sign/query', { uniqueKey: businessId, businessKey: String(c.id) }, { quiet: true }),
  })
/** How many of its signers a contract has: '1/2'. */
export function NodesDone({ businessId, of: c }: { businessId: string; of: AnyRow }) {
  const { data } = useFlow(businessId, c)
  return data ? `${data.nodes.filter((n) => n.valid).length}/${data.nodes.length}` : ''
}

/** The phone of the signer who is awaited, so that the office can call him. */
export function PhoneDue({ businessId, of: c }: { businessId: string; of: AnyRow }) {
  const { data } = useFlow(businessId, c)
  const { say } = useSay()
  const phone = data?.nodes.find((n) => n.state === 'open')?.phone
  return (
    phone && (
      <span title={say(signWords.phoneDue)} style={{ whiteSpace: 'nowrap' }}>
        {phone}
      </span>
    )
  )
}

interface SignNodesProps {
  businessId: string
  of: AnyRow
  /** may send and show links, and work at the desk */
  signer: boolean
  onChange(): Promise<unknown>
  /** opens the desk of a contract that is signed on site */
  onDesk(): void
}
/** The signers of a contract signed on site or by phone, in their order, with the time of each; asks again until the flow ends. */
export function SignNodes({ businessId, of: c, signer, onChange, onDesk }: SignNodesProps) {
  const [shown, setShown] = useState<Node>()
  const { say } = useSay()
  const { label } = useDict('sign_node')
  const { data, error } = useFlow(businessId, c)
  const moved = data !== undefined && data.signStatus !== c.signStatus
  useEffect(() => {
    if (moved) void onChange()
  }, [moved])
  if (error) return <Alert type="error" showIcon title={error.message} />
  if (!data) return <Spin size="small" />
  const signed = data.nodes.filter((n) => n.valid).length
  const told = (n: Node) => (
    <Flex vertical align="start">
      <span>{n.signTime ?? say(stateWords[n.state!]!)}</span>
      {c.signWay !== ON_SITE && <span style={{ whiteSpace: 'nowrap' }}>{n.phone}</span>}
      {signer && n.state === 'open' && (
        <Button size="small" type="link" style={{ padding: 0 }} onClick={() => (c.signWay === ON_SITE ? onDesk() : setShown(n))}>
          {say(c.signWay === ON_SITE ? siteWords.open : remoteWords.qr)}
        </Button>
      )}
    </Flex>
  )
  return (
    <section aria-label={`${say(words.nodes)} ${c.cbhtbm}`} style={{ maxWidth: 640, margin: '8px 0' }}>
      <Steps
        size="small"
        current={signed}
        status={isSigningOpen(data.signStatus) ? 'process' : 'finish'}
        items={data.nodes.map((n) => ({
          title: `${label(n.nodeCode)} ${n.signerName}`,
          content: n.state ? told(n) : (n.signTime ?? say(isSigningOpen(data.signStatus) ? words.signing : words.unsignedNode)),
        }))}
      />
      {data.reason && <Alert type="warning" showIcon title={data.reason} style={{ marginTop: 8 }} />}
      {shown && <LinkDialog contractId={String(c.id)} of={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}

/** The link of the signer whose turn it is, as a picture for his own phone. */
function LinkDialog({ contractId, of: n, onClose }: { contractId: string; of: Node; onClose(): void }) {
  const { say } = useSay()
  const { data, error } = useQuery({
    queryKey: queryKeyOf('sign', 'link', contractId, n.nodeSort),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => api.get<{ url: string }>('sign/url-mini', { flowInstId: contractId, phone: n.phone }, { quiet: true }),
  })
  return (
    <Dialog open width={420} title={`${say(remoteWords.qr)} ${n.signerName}`} onCancel={onClose}>
      {error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : !data ? (
        <Spin />
      ) : (
        <Flex vertical gap="middle" align="center">
          <div role="img" aria-label={say(remoteWords.qr)}>
            <QRCode value={data.url} type="svg" size={220} color="#000000" bgColor="#ffffff" />
          </div>
          <span>{say(remoteWords.qrHint)}</span>
          <Typography.Text copyable ellipsis style={{ maxWidth: 360 }}>
            {data.url}
          </Typography.Text>
        </Flex>
      )}
    </Dialog>
  )
}

interface Signature {
  signer: string
  time?: string
  reason?: string
  valid: boolean
  trusted: boolean
  whole: boolean
}
/** What verifying the signatures of a signed file tells: each signature, and whether the file is untouched. */
export function VerifyDialog({ of: c, onClose }: { of: AnyRow; onClose(): void }) {
  const { say } = useSay()
  const { data, error } = useQuery({
    queryKey: queryKeyOf('sign', 'verify', c.attachId),
    retry: false,
    staleTime: 0,
    queryFn: () => api.get<{ intact: boolean; sha256: string; signatures: Signature[] }>('sign/verify', { id: c.attachId }, { quiet: true }),
  })
  const yes = (v: boolean) => <Tag color={v ? 'success' : 'error'}>{say(v ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })}</Tag>
  return (
    <Dialog open width={720} title={`${say(words.verify)} ${c.cbhtbm}`} onCancel={onClose}>
      {error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : !data ? (
        <Spin />
      ) : (
        <Flex vertical gap="small">
          <Alert type={data.intact ? 'success' : 'warning'} showIcon title={say(data.intact ? words.intact : words.notIntact)} />
          <Table<Signature>
            size="small"
            rowKey={(s) => s.signer}
            pagination={false}
            dataSource={data.signatures}
            columns={[
              { key: 'signer', dataIndex: 'signer', title: say({ zh: '签署人', en: 'Signer' }) },
              { key: 'time', title: say({ zh: '签署时间', en: 'Signed at' }), render: (_v, s) => (s.time ? timeOf(s.time) : '') },
              { key: 'valid', title: say({ zh: '签名有效', en: 'Valid' }), render: (_v, s) => yes(s.valid) },
              { key: 'trusted', title: say({ zh: '证书可信', en: 'Trusted' }), render: (_v, s) => yes(s.trusted) },
            ]}
          />
          <small style={{ opacity: 0.7, overflowWrap: 'anywhere' }}>SHA-256 {data.sha256}</small>
        </Flex>
      )}
    </Dialog>
  )
}
