import { Alert, Button, Form, Input, Select, Spin, Tag } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { useAct } from '../parts/act.web.ts'
import { PublicFrame, PublicPage } from '../public/PublicFrame.web.tsx'
import { keepPage } from './keep-page.web.ts'
import { LEAST_CODE, openSafe, ownersOf, type Owner, type Safe } from './safe.web.ts'
import { browserShelf } from './shelf.web.ts'
import { offlineWords as words } from './words.ts'

/** What lies behind the code: whose it is, and whether there is a network. */
export interface OpenedSafe {
  safe: Safe
  owner: Owner
  online: boolean
}
interface OfflinePageProps {
  /** its address, below which the worker keeps it */
  page: string
  title: Text
  /** says what it is called and looks like where it is installed */
  manifest: string
  /** see keepPage */
  wanted(): Promise<readonly string[]>
  /** before anything is read, with a network: what the office has to say about this device */
  before?(): Promise<unknown>
  /** shown where nothing lies on the device */
  nothing: ReactNode
  /** below the code, or below what says that nothing is there */
  beside?: (online: boolean, open: (o: Omit<OpenedSafe, 'online'>) => void) => ReactNode
  children(o: OpenedSafe): ReactNode
}

/** A page that opens without network: whose values lie on the device, the code that opens them, and then what stands in it. It asks the server for nothing itself. */
export function OfflinePage(props: OfflinePageProps) {
  return (
    <PublicPage>
      <Page {...props} />
    </PublicPage>
  )
}

/** Whether the browser has a network. */
function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const tell = () => setOnline(navigator.onLine)
    window.addEventListener('online', tell)
    window.addEventListener('offline', tell)
    return () => {
      window.removeEventListener('online', tell)
      window.removeEventListener('offline', tell)
    }
  }, [])
  return online
}
/** Whether the page opens without network; undefined while it is made ready. Without network it came from what was kept. */
function useKeptPage(online: boolean, page: string, wanted: () => Promise<readonly string[]>): boolean | undefined {
  const [kept, setKept] = useState<boolean>()
  useEffect(() => {
    if (online) void keepPage(page, wanted).then(setKept, () => setKept(false))
    else if (kept === undefined) setKept(!!navigator.serviceWorker?.controller)
  }, [online])
  return kept
}

/** What a browser tells when a page may be installed. Source: W3C, Manifest Incubations. */
interface InstallAsked extends Event {
  prompt(): Promise<unknown>
}
/** Names what the page is as a program of its own; answers how it is installed, where the browser offers that. */
function useInstall(manifest: string): (() => void) | undefined {
  const [asked, setAsked] = useState<InstallAsked>()
  useEffect(() => {
    const link = Object.assign(document.createElement('link'), { rel: 'manifest', href: manifest })
    const offered = (e: Event) => {
      e.preventDefault()
      setAsked(e as InstallAsked)
    }
    const isDone = () => setAsked(undefined)
    window.addEventListener('beforeinstallprompt', offered)
    window.addEventListener('appinstalled', isDone)
    document.head.append(link)
    return () => {
      link.remove()
      window.removeEventListener('beforeinstallprompt', offered)
      window.removeEventListener('appinstalled', isDone)
    }
  }, [manifest])
  return asked && (() => void asked.prompt().finally(() => setAsked(undefined)))
}
/** How often an open page with a network asks what the office has to say about this device. */
const LOOK_EVERY_MS = 600_000

function Page({ page, title, manifest, wanted, before, nothing, beside, children }: OfflinePageProps) {
  const { say, lang } = useSay()
  const online = useOnline()
  const kept = useKeptPage(online, page, wanted)
  const install = useInstall(manifest)
  const [owners, setOwners] = useState<readonly Owner[]>()
  const [opened, setOpened] = useState<Omit<OpenedSafe, 'online'>>()
  useEffect(() => {
    document.title = say(title)
  }, [lang])
  useEffect(() => {
    const look = async () => {
      if (online) await before?.()
      const found = await ownersOf(await browserShelf())
      // what was removed is not shown any longer
      if (found.length === 0) setOpened(undefined)
      setOwners(found)
    }
    const tell = () => void look().catch(() => setOwners((o) => o ?? []))
    tell()
    const again = setInterval(tell, LOOK_EVERY_MS)
    return () => clearInterval(again)
  }, [online])
  return (
    <PublicFrame
      wide
      title={say(title)}
      tags={
        <>
          <Tag color={online ? 'success' : 'warning'}>{say(online ? words.online : words.offline)}</Tag>
          {kept !== undefined && <Tag color={kept ? 'success' : 'error'}>{say(kept ? words.ready : words.notReady)}</Tag>}
          {kept === undefined && <Tag>{say(words.preparing)}</Tag>}
          {install && (
            <Button size="small" onClick={install}>
              {say(words.install)}
            </Button>
          )}
        </>
      }
    >
      {!owners ? (
        <Spin style={{ padding: 48 }} />
      ) : opened ? (
        children({ ...opened, online })
      ) : (
        <>
          {owners.length === 0 ? nothing : <Unlock owners={owners} onOpen={setOpened} />}
          {beside?.(online, setOpened)}
        </>
      )}
    </PublicFrame>
  )
}

interface UnlockProps {
  owners: readonly Owner[]
  onOpen(o: Omit<OpenedSafe, 'online'>): void
}
function Unlock({ owners, onOpen }: UnlockProps) {
  const { say } = useSay()
  const { userId } = useSession()
  const { busy, fault, run } = useAct()
  const first = owners.find((o) => o.userId === userId) ?? owners[0]!
  const open = (v: { whose: string; code: string }) =>
    run(async () => {
      const owner = owners.find((o) => o.userId === v.whose)!
      const safe = await openSafe(await browserShelf(), owner, v.code)
      if (!safe) throw new Error(say(words.codeWrong))
      onOpen({ safe, owner })
    })
  return (
    <section className="public-card" style={{ width: '100%', maxWidth: 420, margin: '48px auto' }}>
      <Form name="unlock" layout="vertical" initialValues={{ whose: first.userId }} onFinish={(v: { whose: string; code: string }) => void open(v)}>
        <Form.Item name="whose" label={say(words.whose)}>
          <Select options={owners.map((o) => ({ value: o.userId, label: o.name }))} />
        </Form.Item>
        <Form.Item name="code" label={say(words.code)} rules={[{ required: true, message: say(words.codeShort) }]}>
          <Input.Password autoComplete="off" maxLength={64} />
        </Form.Item>
        {fault && <Alert type="error" showIcon title={fault} style={{ marginBottom: 12 }} />}
        <Button type="primary" block htmlType="submit" loading={busy}>
          {say(words.unlock)}
        </Button>
      </Form>
    </section>
  )
}

/** Items of a form in which somebody types his code; the first time twice, for it is kept nowhere. */
export function CodeItems({ isFirst, hint }: { isFirst: boolean | undefined; hint: Text }) {
  const { say } = useSay()
  return (
    <>
      <Form.Item name="code" label={say(words.code)} extra={say(hint)} rules={[{ required: true, min: LEAST_CODE, message: say(words.codeShort) }]}>
        <Input.Password autoComplete="off" maxLength={64} />
      </Form.Item>
      {isFirst && (
        <Form.Item
          name="again"
          label={say(words.codeAgain)}
          required
          dependencies={['code']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_r, v) => (v === getFieldValue('code') ? Promise.resolve() : Promise.reject(new Error(say(words.codesDiffer)))),
            }),
          ]}
        >
          <Input.Password autoComplete="off" maxLength={64} />
        </Form.Item>
      )}
    </>
  )
}
/** Whether somebody chooses his code now: nothing of his lies on the device. Undefined until it is known. */
export function useFirstCode(userId: string): boolean | undefined {
  const [isFirst, setFirst] = useState<boolean>()
  useEffect(() => {
    void browserShelf()
      .then(ownersOf)
      .then(
        (all) => setFirst(!all.some((o) => o.userId === userId)),
        () => setFirst(true),
      )
  }, [])
  return isFirst
}
/** Opens the place of who is here with the code; the first code makes it. @throws in the reader's words where the code is wrong or nothing can be kept */
export async function openOwn(owner: Owner, code: string, say: (t: Text) => string): Promise<Safe> {
  const shelf = await browserShelf().catch(() => {
    throw new Error(say(words.full))
  })
  const safe = await openSafe(shelf, owner, code)
  if (!safe) throw new Error(say(words.codeWrong))
  await navigator.storage?.persist?.()
  return safe
}
