import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex, Form, Result, Segmented, Select, Spin, Tabs, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { ClearInput } from '../../../kit/web/clear.web.tsx'
import { useAsk } from '../../../kit/web/ask.web.ts'
import { minuteText } from '../../../kit/web/clock.web.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { YB } from '../../../land/definitions/extension.ts'
import { CodeItems, OfflinePage, openOwn, useFirstCode, type OpenedSafe } from '../../../platform/offline/OfflinePage.web.tsx'
import { useAct } from '../../../platform/parts/act.web.ts'
import { FieldHousehold } from './FieldHousehold.web.tsx'
import { GroupMap, isAsked } from './FieldMap.web.tsx'
import type { KeptGround } from './ground.web.ts'
import {
  askGroups,
  bringGround,
  deliverKept,
  dropItem,
  emptyOwn,
  lookAtPhone,
  readKept,
  takeGroup,
  type ItemFate,
  type ItemNote,
  type PhoneSurveys,
} from './kept-survey.web.ts'
import { fieldWords as words } from './words.ts'
import './field.css'

/** What the page fetches when it is wanted first. */
async function wanted(): Promise<readonly string[]> {
  await import('../../../land/map/Sketch.web.tsx')
  return []
}
/** The page of a collector, on a phone and without network: households that were taken along, what is collected of each, and its delivery. */
export function FieldSurvey() {
  const { say } = useSay()
  const [isWiped, setWiped] = useState(false)
  const look = async () => void ((await lookAtPhone()) && setWiped(true))
  return (
    <OfflinePage
      page="/away/survey"
      manifest="/survey.webmanifest"
      title={words.title}
      wanted={wanted}
      before={look}
      nothing={
        isWiped ? <Result status="warning" title={say(words.revoked)} /> : <Result status="info" title={say(words.nothing)} subTitle={say(words.nothingHint)} />
      }
      beside={(online, open) => <Begin online={online} onOpen={open} />}
    >
      {(o) => <Work {...o} />}
    </OfflinePage>
  )
}

/** A group that is chosen from those that the office offers. */
function GroupItem() {
  const { say } = useSay()
  const list = useQuery({ queryKey: queryKeyOf('field-groups'), queryFn: askGroups, retry: false })
  if (list.error)
    return (
      <Form.Item>
        <Alert type="error" showIcon title={list.error.message} />
      </Form.Item>
    )
  if (list.data?.length === 0)
    return (
      <Form.Item>
        <Alert type="info" showIcon title={say(words.noGroups)} />
      </Form.Item>
    )
  return (
    <Form.Item name="fbfbm" label={say(words.group)} rules={[{ required: true, message: say(words.askGroup) }]}>
      <Select
        loading={list.isLoading}
        showSearch={{ optionFilterProp: 'label' }}
        options={list.data?.map((g) => ({ value: g.fbfbm, label: say(words.groupLine(g.fbfmc ?? g.fbfbm, g.surveyed, g.households)) }))}
      />
    </Form.Item>
  )
}
/** Before anything lies here, or for somebody else on the same phone: a group, a code, and it is taken along. */
function Begin({ online, onOpen }: { online: boolean; onOpen(o: Omit<OpenedSafe, 'online'>): void }) {
  const { say } = useSay()
  const { user } = useSession()
  const owner = { userId: user?.user_id ?? '', name: user?.real_name ?? '' }
  const isFirst = useFirstCode(owner.userId)
  const { busy, fault, run } = useAct()
  if (!online) return null
  if (!owner.userId) return <Button href="/login?redirect=/away/survey">{say(words.signIn)}</Button>
  const take = (v: { fbfbm: string; code: string }) =>
    run(async () => {
      const safe = await openOwn(owner, v.code, say)
      await takeGroup(safe, owner.userId, v.fbfbm)
      onOpen({ safe, owner })
    })
  return (
    <section className="public-card">
      <h2>{say(words.takeTitle)}</h2>
      {!window.isSecureContext ? (
        <Alert type="error" showIcon title={say(words.insecure)} />
      ) : (
        <Form name="take" layout="vertical" onFinish={(v: { fbfbm: string; code: string }) => void take(v)}>
          <GroupItem />
          <CodeItems isFirst={isFirst} hint={words.codeHint} />
          {fault && (
            <Form.Item>
              <Alert type="error" showIcon title={fault} />
            </Form.Item>
          )}
          <Button type="primary" block htmlType="submit" loading={busy} disabled={isFirst === undefined}>
            {say(words.take)}
          </Button>
        </Form>
      )}
    </section>
  )
}

/** What lies behind the code: households, one of them opened, and the outbox. */
function Work({ safe, owner, online }: OpenedSafe) {
  const { say } = useSay()
  const { userId } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const [kept, setKept] = useState<PhoneSurveys>()
  const [at, setAt] = useState('')
  const [isWiped, setWiped] = useState(false)
  const { busy, fault, run } = useAct()
  const again = async () => {
    const next = await readKept(safe)
    // words of the forms are known here without asking, for as long as the page is open
    client.setQueryDefaults(queryKeyOf('dict'), { gcTime: Infinity })
    for (const [code, entries] of Object.entries(next.words)) client.setQueryData(queryKeyOf('dict', code), entries)
    setKept(next)
  }
  useEffect(() => void again(), [])
  const waiting = kept?.notes.filter((n) => n.fate === 'waiting' || n.fate === 'refused') ?? []
  const isHis = userId === owner.userId
  const send = () =>
    run(async () => {
      const told = await deliverKept(safe, again)
      if (told.wiped) return setWiped(true)
      await again()
      if (told.delivered) toast.done(words.deliveredN(told.delivered))
      if (told.later) throw new Error(`${say(words.stopped)}${told.later}`)
    })
  // the line is back: what was never tried goes by itself
  useEffect(() => {
    if (online && isHis && waiting.some((n) => n.fate === 'waiting')) void send()
  }, [online, !kept])
  // the ground of what was taken along, or what of it did not come the last time
  const groups = kept?.groups.map((g) => `${g.fbfbm} ${g.takenAt}`).join()
  useEffect(() => {
    if (online && isHis && groups) void bringGround(safe, again)
  }, [online, isHis, groups])
  if (isWiped) return <Result status="warning" title={say(words.revoked)} />
  if (!kept) return <Spin />
  const open = kept.households.find((h) => h.cbfbm === at)
  if (open)
    return (
      <FieldHousehold
        key={at}
        safe={safe}
        of={open}
        around={kept.households}
        notes={kept.notes.filter((n) => n.cbfbm === at)}
        onBack={() => setAt('')}
        onChange={again}
      />
    )
  return (
    <div className="field-work">
      <Alert type="warning" showIcon title={say(words.notInForce)} />
      <Flex gap="small" align="center" wrap>
        <span style={{ flex: 1 }}>{owner.name}</span>
        {!isHis && waiting.length > 0 && online && (
          <>
            <span>{say(words.signInFirst(owner.name))}</span>
            <Button href="/login?redirect=/away/survey">{say(words.signIn)}</Button>
          </>
        )}
        <Button type="primary" disabled={!online || !isHis || waiting.length === 0} loading={busy} onClick={() => void send()}>
          {say(waiting.length ? words.deliver(waiting.length) : words.nothingWaits)}
        </Button>
      </Flex>
      {fault && <Alert type="warning" showIcon title={fault} />}
      <Tabs
        tabBarGutter={18}
        items={[
          { key: 'households', label: say(words.households), children: <Households kept={kept} onOpen={setAt} /> },
          { key: 'map', label: say(words.map), children: <GroupMap safe={safe} kept={kept} onOpen={setAt} /> },
          { key: 'outbox', label: `${say(words.outbox)} ${waiting.length || ''}`, children: <Outbox safe={safe} notes={kept.notes} onChange={again} /> },
          ...(online && isHis
            ? [{ key: 'take', label: say(words.takeMore), children: <More safe={safe} userId={userId} waiting={waiting.length} onChange={again} /> }]
            : []),
        ]}
      />
    </div>
  )
}
interface MoreProps extends Pick<OpenedSafe, 'safe'> {
  userId: string
  waiting: number
  onChange(): Promise<unknown>
}
/** Another group, or one anew; and the end of the day, when the phone is given back. */
function More({ safe, userId, waiting, onChange }: MoreProps) {
  const { say } = useSay()
  const ask = useAsk()
  const toast = useToast()
  const empty = async () => {
    if (!(await ask(words.leaving(waiting), true))) return
    await emptyOwn(userId)
    window.location.reload()
  }
  const { busy, fault, run } = useAct()
  const take = (v: { fbfbm: string }) =>
    run(async () => {
      toast.done(words.takenN(await takeGroup(safe, userId, v.fbfbm)))
      await onChange()
    })
  return (
    <Form name="more" layout="vertical" onFinish={(v: { fbfbm: string }) => void take(v)}>
      <GroupItem />
      {fault && (
        <Form.Item>
          <Alert type="error" showIcon title={fault} />
        </Form.Item>
      )}
      <Flex gap="small" wrap>
        <Button type="primary" htmlType="submit" loading={busy}>
          {say(words.take)}
        </Button>
        <Button danger disabled={busy} onClick={() => void empty()}>
          {say(words.empty)}
        </Button>
      </Flex>
    </Form>
  )
}

/** How much of the picture under a group's land lies here. */
function GroundTag({ of: g }: { of: KeptGround | undefined }) {
  const { say } = useSay()
  if (!g) return null
  const isWhole = g.asked.length === g.of
  return (
    <Tag color={!isWhole ? 'processing' : g.tiles.length ? 'success' : 'default'}>
      {say(!isWhole ? words.groundComes(g.asked.length, g.of) : g.tiles.length ? words.groundHere : words.groundNone)}
    </Tag>
  )
}

const SHOWN = { all: words.all, toDo: words.toDo, done: words.done } as const
/** The households that were taken along, each with its state and what waits of it. */
function Households({ kept, onOpen }: { kept: PhoneSurveys; onOpen(cbfbm: string): void }) {
  const { say } = useSay()
  const state = useDict('yb_status')
  const [text, setText] = useState('')
  const [shown, setShown] = useState<keyof typeof SHOWN>('all')
  const found = kept.households.filter(
    (h) => (h.cbfbm.includes(text.trim()) || h.cbfmc.includes(text.trim())) && (shown === 'all' || isAsked(h.ybStatus) === (shown === 'done')),
  )
  const unsent = (cbfbm: string) => kept.notes.filter((n) => n.cbfbm === cbfbm && (n.fate === 'waiting' || n.fate === 'refused')).length
  return (
    <section className="public-card">
      <ClearInput value={text} placeholder={say(words.find)} aria-label={say(words.find)} onChange={(e) => setText(e.target.value)} />
      <Segmented<keyof typeof SHOWN>
        block
        value={shown}
        onChange={setShown}
        options={Object.entries(SHOWN).map(([value, label]) => ({ value: value as keyof typeof SHOWN, label: say(label) }))}
      />
      {kept.groups.map((g) => (
        <section key={g.fbfbm} aria-label={g.fbfmc}>
          <b>{g.fbfmc}</b> <small>{say(words.takenOn(minuteText(g.takenAt)))}</small> <GroundTag of={g.ground} />
          <ul className="field-list">
            {found
              .filter((h) => h.fbfbm === g.fbfbm)
              .map((h) => (
                <li key={h.cbfbm}>
                  <Button type="link" onClick={() => onOpen(h.cbfbm)}>
                    {h.cbfmc}
                  </Button>
                  <small>{h.cbfbm.slice(-4)}</small>
                  <Tag color={isAsked(h.ybStatus) ? 'success' : h.ybStatus === YB.survey ? 'processing' : 'default'}>{state.label(h.ybStatus)}</Tag>
                  {unsent(h.cbfbm) > 0 && <Tag color="warning">{say(words.unsent(unsent(h.cbfbm)))}</Tag>}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

const COLOUR: Readonly<Record<ItemFate, string>> = { waiting: 'processing', accepted: 'success', conflict: 'warning', held: 'warning', refused: 'error' }
/** Every item with its fate; what was refused, and what arrived, may be removed from the phone. */
function Outbox({ safe, notes, onChange }: Pick<OpenedSafe, 'safe'> & { notes: readonly ItemNote[]; onChange(): Promise<unknown> }) {
  const { say } = useSay()
  const ask = useAsk()
  const kind = useDict('field_kind')
  if (notes.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.noItems)} />
  const drop = async (n: ItemNote) => {
    if ((n.fate === 'waiting' || n.fate === 'refused') && !(await ask(words.removeAsk, true))) return
    await dropItem(safe, n)
    await onChange()
  }
  return (
    <section className="public-card">
      <ul className="field-list">
        {notes.map((n) => (
          <li key={n.itemId}>
            <b>{n.cbfmc}</b> {kind.label(n.kind)}
            <Tag color={COLOUR[n.fate]}>{say(words.fate[n.fate])}</Tag>
            <Button type="link" size="small" danger onClick={() => void drop(n)}>
              {say(words.remove)}
            </Button>
            <small>
              {minuteText(n.deviceTime)} {n.arrivedTime ? `→ ${minuteText(n.arrivedTime)}` : ''}
            </small>
            {n.why && <small>{n.why}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
