import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useRef, useState } from 'react'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk } from '../../../kit/web/ask.web.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { droppedFiles } from './dropped.web.ts'
import { openGate, type Gate } from './gate.web.ts'
import { ATTACH_ENDPOINT, compressed, sendSliced, sendWhole, type Attachment, type Progress } from './send.web.ts'
import { crowdOf, DROP_MOST, uploadFailed, faultOf, giveUpAsk, notRemoved, removeAsk, SLICING, words, type Slicing, type UploadRules } from './upload-rules.ts'

/** A file on its way: ready, uploading; it leaves the list when it has arrived or failed. Source: platform.md 4 (uploader file status). */
export interface Sending {
  uid: string
  name: string
  size: number
  phase: 'ready' | Progress['phase']
  percent: number
  paused: boolean
  /** only files in chunks can be paused */
  gate?: Gate
}
export interface UploadsOf extends UploadRules {
  businessId?: string
  businessItem?: string
  /** large files go in chunks; `true` = with the usual measures */
  slice?: boolean | Slicing
  /** pictures over half a megabyte are compressed */
  compress?: boolean
  /** the caller's own check; false keeps the file out */
  before?(file: File): boolean | Promise<boolean>
  /** no list is shown (with `before`, other files than pictures have at most 5 MB) */
  listless?: boolean
  /** after each change of the files */
  onChange?(): void
}

/** Files of a business in their order; of one kind (`businessItem`) when it is named. Every kind is read in one call. */
export const useAttachments = (businessId: string | undefined, businessItem?: string) =>
  useQuery({
    queryKey: queryKeyOf('attach', businessId),
    enabled: !!businessId,
    retry: false,
    queryFn: () => api.get<Attachment[]>(`${ATTACH_ENDPOINT}/list-by-businessId`, { businessId }, { quiet: true }),
    select: (all) => (businessItem === undefined ? all : all.filter((a) => a.businessItem === businessItem)),
  })
/** An upload of another time that was not finished. */
interface Unfinished {
  attachMd5: string
  attachName: string
  percentage: number
}
/** Uploads of the reader that were not finished, for resuming. */
export const useUnfinished = (on: boolean) =>
  useQuery({
    queryKey: queryKeyOf('attach-unfinished'),
    enabled: on,
    retry: false,
    queryFn: () => api.get<{ uploads: Unfinished[] }>(`${ATTACH_ENDPOINT}/uploadPercentage`, {}, { quiet: true }),
  })
/** Links that open pictures in place, by id; renewed before they are over. */
export function useLinks(list: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: queryKeyOf('attach-links', ...list),
    enabled: list.length > 0,
    retry: false,
    staleTime: 240_000,
    refetchInterval: 240_000,
    queryFn: () => api.get<{ id: string; url: string }[]>(`${ATTACH_ENDPOINT}/link`, { ids: list.slice(0, 100).join(',') }, { quiet: true }),
  })
  return new Map(data?.map((l) => [l.id, l.url]))
}

/** What an uploader does: the files that stand, those on their way, and every act with its words. */
export function useUploads(o: UploadsOf) {
  const { say } = useSay()
  const { can } = useSession()
  const { message } = App.useApp()
  const ask = useAsk(),
    toast = useToast(),
    client = useQueryClient()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [order, setOrder] = useState<readonly string[]>([])
  const made = useRef(0)
  /** files on their way, told apart by name, size and time */
  const flying = useRef(new Set<string>())
  const { data: mine = [], isLoading } = useAttachments(o.businessId, o.businessItem)
  const place = { businessId: o.businessId, businessItem: o.businessItem }
  const rank = (a: Attachment) => (order.includes(a.id) ? order.indexOf(a.id) : order.length)
  const files = order.length ? [...mine].sort((a, b) => rank(a) - rank(b)) : mine

  const renew = async () => {
    await client.invalidateQueries({ queryKey: queryKeyOf('attach', o.businessId) })
    o.onChange?.()
  }
  const set = (uid: string, part: Partial<Sending>) => setSending((all) => all.map((s) => (s.uid === uid ? { ...s, ...part } : s)))
  const tellFailed = (name: string, e: unknown) =>
    void message.error({ content: say(uploadFailed(name, (e instanceof Error && e.message) || say(phrases.unknown))), duration: 5 })

  async function one(file: File): Promise<void> {
    const fault = faultOf(file, o, !!o.before && !!o.listless)
    if (fault) return toast.warn(fault)
    if (o.before && !(await o.before(file))) return
    const mark = `${file.name}/${file.size}/${file.lastModified}`
    if (flying.current.has(mark)) return toast.warn(words.underWay)
    flying.current.add(mark)
    const uid = `u${++made.current}`
    const inChunks = !!o.slice && file.size > SLICING.over
    const gate = openGate()
    setSending((all) => [...all, { uid, name: file.name, size: file.size, phase: 'ready', percent: 0, paused: false, ...(inChunks ? { gate } : {}) }])
    try {
      const ready = o.compress === false ? file : await compressed(file, o.accept)
      const options = { place, gate, onProgress: (p: Progress) => set(uid, p) }
      set(uid, { phase: 'send' })
      if (inChunks) await sendSliced(ready, o.slice === true ? {} : (o.slice as Slicing), options)
      else await sendWhole(ready, options)
      await renew()
    } catch (e) {
      if (!(e instanceof DOMException && e.name === 'AbortError')) tellFailed(file.name, e)
    } finally {
      flying.current.delete(mark)
      setSending((all) => all.filter((s) => s.uid !== uid))
      if (inChunks) void client.invalidateQueries({ queryKey: queryKeyOf('attach-unfinished') })
    }
  }
  /** Sends what was chosen or pasted. */
  async function add(chosen: readonly File[]): Promise<void> {
    const crowd = crowdOf(o.limit, mine.length + sending.length, chosen.length)
    if (crowd) return toast.warn(crowd)
    for (const file of chosen) await one(file)
  }
  /** Sends what was dropped, folders with all that is in them. */
  async function drop(data: DataTransfer): Promise<void> {
    const found = await droppedFiles(data, DROP_MOST).catch(() => undefined)
    if (!found) return toast.warn(words.noFolder)
    if (found.length > DROP_MOST) return toast.warn(words.dropMany)
    await add(found)
  }
  return {
    files,
    sending,
    isLoading,
    /** the reader may send files here at all */
    may: !!o.businessId && can('attach_add'),
    /** one more fits */
    mayAdd: !!o.businessId && can('attach_add') && (!o.limit || mine.length + sending.length < o.limit),
    mayErase: can('attach_delete'),
    /** names and order */
    mayRename: can('attach_edit'),
    add,
    drop,
    async erase(a: Attachment): Promise<void> {
      if (!(await ask(removeAsk(a.name), true))) return
      try {
        await api.delete(`${ATTACH_ENDPOINT}/remove`, { ids: a.id }, { quiet: true })
        toast.done(words.removed)
        await renew()
      } catch (e) {
        void message.error(say(notRemoved(e instanceof Error ? e.message : '')))
      }
    },
    async rename(a: Attachment, name: string): Promise<boolean> {
      try {
        await api.post(`${ATTACH_ENDPOINT}/update`, { id: a.id, name })
        await renew()
        return true
      } catch {
        // the client has told why
        return false
      }
    },
    /** Puts one file where another stands; the server keeps the order. */
    async move(id: string, to: string): Promise<void> {
      const now = files.map((f) => f.id)
      const [from, at] = [now.indexOf(id), now.indexOf(to)]
      if (from < 0 || at < 0 || from === at) return
      now.splice(at, 0, ...now.splice(from, 1))
      setOrder(now)
      // the client tells why it was refused; the list then stands as the server has it
      await api.post(`${ATTACH_ENDPOINT}/sort`, {}, { ids: now }).catch(() => setOrder([]))
      await renew()
    },
    hold(s: Sending): void {
      if (s.paused) s.gate?.resume()
      else s.gate?.pause()
      set(s.uid, { paused: !s.paused })
    },
    cancel: (s: Sending) => s.gate?.cancel(),
    /** Forgets, after a question, an upload of another time that was not finished. */
    async giveUp(u: Unfinished): Promise<void> {
      if (!(await ask(giveUpAsk(u.attachName), true))) return
      await api.post(`${ATTACH_ENDPOINT}/give-up`, { attachMd5: u.attachMd5 }).catch(() => undefined)
      await client.invalidateQueries({ queryKey: queryKeyOf('attach-unfinished') })
    },
  }
}
export type Uploads = ReturnType<typeof useUploads>
