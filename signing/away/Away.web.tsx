import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Result, Spin, Steps, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { useAsk } from '../../kit/web/ask.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { OfflinePage, type OpenedSafe } from '../../platform/offline/OfflinePage.web.tsx'
import type { Safe } from '../../platform/offline/safe.web.ts'
import type { DeskNode } from '../onsite/desk.web.ts'
import { DeskAct } from '../onsite/DeskAct.web.tsx'
import { useAct } from '../../platform/parts/act.web.ts'
import { roleWords } from '../acts/words.ts'
import { queueSlot, type TakenNode } from './away.ts'
import { awayDoor, deliver, dropAct, dropContract, readBook, type Book, type QueuedAct, type QueueNote } from './book.web.ts'
import { words } from './words.ts'

/** What the page fetches when it is wanted first. */
async function wanted(): Promise<readonly string[]> {
  await Promise.all([import('../../services/files/preview/PdfView.web.tsx'), import('../onsite/DeskAct.web.tsx')])
  return [new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).pathname]
}
/** The page of a desk without network: what was taken along, the act of each signer, and the delivery. It asks the server for nothing until then. */
export function Away() {
  const { say } = useSay()
  return (
    <OfflinePage
      page="/away"
      manifest="/away.webmanifest"
      title={words.title}
      wanted={wanted}
      nothing={<Result status="info" title={say(words.nothing)} subTitle={say(words.nothingHint)} />}
    >
      {(o) => <Desk {...o} />}
    </OfflinePage>
  )
}

function Desk({ safe, owner, online }: OpenedSafe) {
  const { say } = useSay()
  const { userId } = useSession()
  const ask = useAsk(),
    toast = useToast()
  const client = useQueryClient()
  const [book, setBook] = useState<Book>()
  const [at, setAt] = useState('')
  const { busy, fault, run } = useAct()
  const again = async () => setBook(await readBook(safe))
  useEffect(() => {
    void readBook(safe).then((b) => {
      // what the office's screens would ask for is known here without asking
      if (b.site) client.setQueryData(queryKeyOf('dict', 'zjlx'), b.site.documents)
      if (b.site?.camera) client.setQueryData(queryKeyOf('camera-settings'), b.site.camera)
      setBook(b)
    })
  }, [])
  const waiting = book?.notes.filter((n) => n.outcome?.as !== 'taken') ?? []
  const isHis = userId === owner.userId
  const send = () =>
    run(async () => {
      const { taken, later } = await deliver(safe, again)
      await again()
      if (taken) toast.done(words.deliveredN(taken))
      if (later) throw new Error(`${say(words.stopped)}${later}`)
    })
  // the line is back: what was never tried goes by itself
  useEffect(() => {
    if (online && isHis && waiting.some((n) => !n.outcome)) void send()
  }, [online, !book])
  if (!book) return <Spin style={{ padding: 48 }} />
  const open = book.contracts.find((c) => c.contractId === at)
  if (open) return <Contract key={at} safe={safe} of={open} book={book} onBack={() => setAt('')} onChange={again} />
  const drop = async (n: QueueNote) => {
    if (!(await ask(words.dropAsk, true))) return
    await dropAct(safe, n)
    await again()
  }
  const dropAll = async (c: QueuedAct) => {
    if (waiting.some((n) => n.contractId === c.contractId) && !(await ask(words.dropContractAsk, true))) return
    await dropContract(safe, c, book.notes)
    await again()
  }
  const conflicts = waiting.filter((n) => n.outcome?.as === 'conflict')
  return (
    <>
      <Flex gap="small" align="center" wrap>
        <span style={{ flex: 1 }}>{owner.name}</span>
        {!isHis && waiting.length > 0 && online && (
          <>
            <span>{say(words.signInFirst(owner.name))}</span>
            <Button href="/login?redirect=/away">{say(words.signIn)}</Button>
          </>
        )}
        <Button type="primary" disabled={!online || !isHis || waiting.length === 0} loading={busy} onClick={() => void send()}>
          {say(waiting.length ? words.deliver(waiting.length) : words.nothingWaits)}
        </Button>
      </Flex>
      {fault && <Alert type="warning" showIcon title={fault} />}
      {conflicts.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={say(words.conflicts)}
          description={
            <Flex vertical gap={4}>
              {conflicts.map((n) => (
                <Flex key={n.actId} gap="small" align="start">
                  <span style={{ flex: 1 }}>{`${n.cbhtbm} ${n.signerName}：${n.outcome?.as === 'conflict' ? n.outcome.msg : ''}`}</span>
                  <Button size="small" danger onClick={() => void drop(n)}>
                    {say(words.drop)}
                  </Button>
                </Flex>
              ))}
            </Flex>
          }
        />
      )}
      <section className="public-card">
        <Table<QueuedAct>
          size="small"
          rowKey="contractId"
          pagination={book.contracts.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
          dataSource={book.contracts}
          scroll={{ x: 760 }}
          columns={[
            { key: 'cbhtbm', dataIndex: 'cbhtbm', title: say({ zh: '合同编码', en: 'Contract code' }), width: 190 },
            { key: 'cbfmc', dataIndex: 'cbfmc', title: say({ zh: '承包方名称', en: 'Contractor' }), width: 120 },
            {
              key: 'signers',
              title: say(words.signers),
              render: (_v, c) => (
                <Flex gap={4} wrap>
                  {c.nodes.map((n) => (
                    <Tag key={n.nodeSort} color={colourOf(stateOf(c, n, book.notes))} style={{ whiteSpace: 'normal', margin: 0 }}>
                      {`${n.signerName} ${say(words[stateOf(c, n, book.notes)])}`}
                    </Tag>
                  ))}
                </Flex>
              ),
            },
            {
              key: 'do',
              title: say(phrases.actions),
              width: 190,
              render: (_v, c) => (
                <Flex>
                  <Button type="link" size="small" disabled={!queueSlot(c, actsOf(c, book.notes))} onClick={() => setAt(c.contractId)}>
                    {say(words.act)}
                  </Button>
                  <Button type="link" size="small" danger onClick={() => void dropAll(c)}>
                    {say(words.drop)}
                  </Button>
                </Flex>
              ),
            },
          ]}
        />
      </section>
    </>
  )
}
/** What was done here in the very start that was taken along. */
const actsOf = (c: QueuedAct, notes: readonly QueueNote[]) => notes.filter((n) => n.contractId === c.contractId && n.flowId === c.flowId)
function stateOf(c: QueuedAct, n: TakenNode, notes: readonly QueueNote[]): 'waits' | 'kept' | 'keptRefusal' | 'delivered' | 'conflict' | 'signedBefore' {
  const note = actsOf(c, notes).find((a) => a.nodeSort === n.nodeSort)
  if (note?.outcome?.as === 'taken') return 'delivered'
  if (note?.outcome?.as === 'conflict') return 'conflict'
  if (note) return note.reason === undefined ? 'kept' : 'keptRefusal'
  return n.state === 'signed' ? 'signedBefore' : 'waits'
}
const COLOURS = { waits: 'default', kept: 'processing', keptRefusal: 'warning', delivered: 'success', conflict: 'error', signedBefore: 'success' } as const
const colourOf = (s: keyof typeof COLOURS): string => COLOURS[s]

interface ContractProps {
  safe: Safe
  of: QueuedAct
  book: Book
  onBack(): void
  onChange(): Promise<unknown>
}
function Contract({ safe, of: c, book, onBack, onChange }: ContractProps) {
  const { say } = useSay()
  const acts = actsOf(c, book.notes)
  const turn = queueSlot(c, acts)
  return (
    <section className="public-card">
      <Flex gap="small" align="center" wrap>
        <Button onClick={onBack}>{say(words.back)}</Button>
        <b>{`${c.cbhtbm} ${c.cbfmc}`}</b>
      </Flex>
      <Steps
        size="small"
        current={turn ? c.nodes.indexOf(turn) : c.nodes.length}
        items={c.nodes.map((n) => ({ title: `${say(roleWords[n.nodeCode]!)} ${n.signerName}`, content: say(words[stateOf(c, n, book.notes)]) }))}
      />
      {turn ? (
        <Turn key={turn.nodeSort} safe={safe} of={c} turn={turn} wrong={book.wrong[`${c.flowId}.${turn.nodeSort}`] ?? 0} onDone={onChange} />
      ) : (
        <Result status="success" title={say(words.allDone)} />
      )}
    </section>
  )
}

interface TurnProps {
  safe: Safe
  of: QueuedAct
  turn: TakenNode
  /** documents that were shown and were not his */
  wrong: number
  onDone(): Promise<unknown>
}
/** The act of one signer; its door remembers when he showed his document and read. */
function Turn({ safe, of: c, turn: n, wrong, onDone }: TurnProps) {
  const { say } = useSay()
  const [door] = useState(() => awayDoor(safe, c, n))
  const node: DeskNode = {
    nodeSort: n.nodeSort,
    nodeCode: n.nodeCode,
    signerName: n.signerName,
    state: 'open',
    signTime: null,
    deskName: null,
    docMeans: null,
    means: null,
    left: n.left - wrong,
    idCard: '',
    hasSeal: n.hasSeal,
    onTablet: false,
    awayTime: null,
  }
  return <DeskAct door={door} of={node} role={say(roleWords[n.nodeCode]!)} onDone={onDone} />
}
