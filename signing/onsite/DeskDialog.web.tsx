import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Col, Result, Row, Spin, Steps } from 'antd'
import { useEffect, useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { roleWords, stateWords } from '../acts/words.ts'
import { DeskAct } from './DeskAct.web.tsx'
import { onlineDoor, type DeskNode } from './desk.web.ts'
import { words as signWords } from '../contract/words.ts'
import { meansWords, words } from '../acts/desk-words.ts'

interface Desk {
  cbfmc: string
  signStatus: string
  signDeadline: string | null
  reason: string | null
  nodes: DeskNode[]
}
/** How often the desk asks while a job makes the file or somebody writes on a tablet, in milliseconds. */
const ASK_MS = 1500

interface DeskProps {
  of: AnyRow
  onClose(): void
  onChange(): Promise<unknown>
  /** all have signed, and nobody else has to look at it */
  onSigned(): void
}
/** The desk of a contract that is signed on site: its signers in their order, and the one act that is next. Source: business-flows.md 7. */
export function DeskDialog({ of: c, onClose, onChange, onSigned }: DeskProps) {
  const { say, lang } = useSay()
  const toast = useToast()
  const { label } = useDict('sign_node')
  const client = useQueryClient()
  const key = queryKeyOf('sign', 'desk', c.id)
  const { data, error } = useQuery({
    queryKey: key,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: (q) => (q.state.data && isWaiting(q.state.data) ? ASK_MS : false),
    queryFn: () => api.get<Desk>('sign/onsite/desk', { contractId: String(c.id) }, { quiet: true }),
  })
  const again = async () => {
    await Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: queryKeyOf('sign', 'state', c.id) })])
  }
  // what a tablet has signed the list behind shows too
  const [seen, setSeen] = useState('')
  const now = data?.nodes.map((n) => n.state).join() ?? ''
  useEffect(() => {
    if (seen && now && now !== seen) void client.invalidateQueries({ queryKey: queryKeyOf('sign', 'state', c.id) })
    if (now) setSeen(now)
  }, [now])
  const close = async () => {
    onClose()
    await onChange()
  }
  // the desk has done its work when the last one signed here, or on the tablet
  const ended = data && isSigned(data) ? data.signStatus : ''
  useEffect(() => {
    if (!ended || !seen) return
    toast.done(words.done)
    void close().then(
      () => ended === SIGN.signed && onSigned(),
      () => undefined,
    )
  }, [ended])
  const open = data?.nodes.find((n) => n.state === 'open')
  const told = (n: DeskNode) => (
    <>
      <div>{n.signTime ?? say(n.onTablet ? words.withTablet : stateWords[n.state]!)}</div>
      {n.state === 'signed' && n.docMeans && (
        <div>{[say(meansWords[n.docMeans]!), n.deskName, n.means && say(meansWords[n.means]!)].filter(Boolean).join(lang === 'zh' ? '，' : ', ')}</div>
      )}
      {n.awayTime && <div>{say(words.away).replace('{time}', n.awayTime)}</div>}
    </>
  )
  return (
    <Dialog open width={1080} style={{ top: 24 }} title={`${say(words.title)} ${c.cbhtbm} ${c.cbfmc ?? ''}`} onCancel={() => void close()}>
      {error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : !data ? (
        <Spin />
      ) : (
        <Row gutter={24}>
          <Col xs={24} md={7}>
            <Steps
              orientation="vertical"
              size="small"
              current={open ? open.nodeSort - 1 : data.nodes.filter((n) => n.state === 'signed').length}
              items={data.nodes.map((n) => ({ title: `${label(n.nodeCode)} ${n.signerName}`, content: told(n) }))}
            />
            {data.signDeadline && open && <small>{`${say(signWords.deadline)} ${data.signDeadline.slice(0, 16)}`}</small>}
          </Col>
          <Col xs={24} md={17}>
            {open ? (
              <DeskAct key={open.nodeSort} door={onlineDoor(String(c.id), open.nodeSort)} of={open} role={say(roleWords[open.nodeCode]!)} onDone={again} />
            ) : (
              <End of={data} />
            )}
          </Col>
        </Row>
      )}
    </Dialog>
  )
}
const isSigned = ({ signStatus }: Desk): boolean => signStatus === SIGN.signed || signStatus === SIGN.toExamine
const isWaiting = ({ nodes, signStatus }: Desk): boolean =>
  nodes.some((n) => n.onTablet) || (signStatus === SIGN.unsigned && nodes.every((n) => n.state === 'waiting'))

/** What stands where no signer is awaited. */
function End({ of: d }: { of: Desk }) {
  const { say } = useSay()
  if (isSigned(d)) return <Result status="success" title={say(words.done)} />
  if (d.signStatus === SIGN.unsigned && d.nodes.every((n) => n.state === 'waiting'))
    return (
      <Spin description={say(words.making)}>
        <div style={{ minHeight: 200 }} />
      </Spin>
    )
  return <Result status="info" title={say(d.signStatus === SIGN.refused ? words.refused : words.over)} subTitle={d.reason} />
}
