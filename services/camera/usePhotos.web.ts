import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useAsk, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { extensionOf } from '../files/names.ts'
import { openGate } from '../files/uploader/gate.web.ts'
import type { PhotosOf } from '../files/uploader/photo-tool.web.ts'
import { AT, compressed, sendWhole, type Attachment } from '../files/uploader/send.web.ts'
import { crowdOf, failed, faultOf, notRemoved, words as fileWords } from '../files/uploader/upload-rules.ts'
import { useAttachments, useLinks } from '../files/uploader/uploads.web.ts'
import { MOST_PHOTOS, pickFault, PICKER, type Shown } from './photos.ts'
import { dataUrlOf } from './picture.web.ts'
import { words } from './words.ts'

const takes = (accept: readonly string[] | undefined, ...types: string[]) => !accept?.length || types.some((t) => accept.includes(t))

/** The pictures of the tool: those that stand with the business, and those that only this browser has, in one order. */
export function usePhotos(o: PhotosOf) {
  const { say } = useSay()
  const { can } = useSession()
  const { message } = App.useApp()
  const ask = useAsk(),
    toast = useToast(),
    client = useQueryClient()
  const { data: ofKind = [], isLoading } = useAttachments(o.businessId, o.businessItem)
  const [drafts, setDrafts] = useState<readonly Shown[]>([])
  const [order, setOrder] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const made = useRef(0)
  const urls = useRef(new Set<string>())
  useEffect(() => () => urls.current.forEach((u) => URL.revokeObjectURL(u)), [])

  const stored = ofKind.filter((a) => PICKER.accept.includes(extensionOf(a.name) as 'jpg'))
  const links = useLinks(stored.map((a) => a.id))
  const all: Shown[] = [
    ...stored.map((a): Shown => ({ key: a.id, name: a.name, attachId: a.id, ...(links.has(a.id) ? { url: links.get(a.id)! } : {}) })),
    ...drafts,
  ]
  const rank = (s: Shown) => (order.includes(s.key) ? order.indexOf(s.key) : order.length)
  const photos: readonly Shown[] = order.length ? [...all].sort((a, b) => rank(a) - rank(b)) : all

  const renew = async (pdf?: Attachment) => {
    await client.invalidateQueries({ queryKey: ['attach', o.businessId] })
    o.onChange?.(pdf)
  }
  const forget = (keys: readonly string[]) => setDrafts((now) => now.filter((d) => !keys.includes(d.key)))
  const keepOrder = (list: readonly Shown[]) => {
    const ids = list.flatMap((s) => s.attachId ?? [])
    return ids.length > 1 && can('attach_edit') ? api.post(`${AT}/sort`, {}, { ids: ids.join(',') }) : undefined
  }
  async function working<T>(work: () => Promise<T>): Promise<T> {
    setBusy(true)
    try {
      return await work()
    } finally {
      setBusy(false)
    }
  }
  /** Sends one picture; undefined when it was refused, which is told. */
  async function send(d: Shown): Promise<Attachment | undefined> {
    const file = d.file!
    const fault = faultOf(file, o)
    if (fault) return void toast.warn(fault)
    try {
      return await sendWhole(await compressed(file, o.accept), {
        place: { businessId: o.businessId, ...(o.businessItem ? { businessItem: o.businessItem } : {}) },
        gate: openGate(),
        onProgress: () => {},
      })
    } catch (e) {
      return void message.error({ content: say(failed(d.name, (e instanceof Error && e.message) || say(phrases.unknown))), duration: 5 })
    }
  }
  const blobOf = async (s: Shown): Promise<Blob> => s.file ?? (await api.blob(`${AT}/preview`, { id: s.attachId })).blob
  return {
    photos,
    isLoading,
    busy,
    mayAdd: !o.readOnly && can('attach_add'),
    mayRemove: !o.readOnly && can('attach_delete'),
    mayOrder: !o.readOnly,
    /** whether the kind takes pictures as they are, and PDF */
    takesPictures: takes(o.accept, 'jpg', 'jpeg'),
    takesPdf: takes(o.accept, 'pdf'),
    unsaved: drafts.length > 0,
    /** a picture itself: from this browser, else from the server */
    blobOf,
    /** Takes pictures in that are not sent yet; answers their keys. */
    add(files: readonly File[]): string[] {
      const fit = files.filter((f) => {
        const fault = pickFault(f)
        if (fault) toast.warn(fault)
        return !fault
      })
      const more = fit.map((file): Shown => {
        const url = URL.createObjectURL(file)
        urls.current.add(url)
        return { key: `d${++made.current}`, name: file.name, file, url }
      })
      setDrafts((now) => [...now, ...more])
      return more.map((d) => d.key)
    },
    /** Another order: seen at once, and kept by the server for the pictures that it has. */
    async reorder(list: readonly Shown[]): Promise<void> {
      const before = order
      setOrder(list.map((s) => s.key))
      const ids = (l: readonly Shown[]) => l.flatMap((s) => s.attachId ?? []).join()
      if (ids(list) === ids(photos)) return
      try {
        await keepOrder(list)
        await renew()
      } catch {
        // the client has told why
        setOrder(before)
      }
    },
    async remove(chosen: readonly Shown[]): Promise<void> {
      if (chosen.length === 0) return toast.warn(words.noPicture)
      if (!(await ask(words.askRemove, true))) return
      const ids = chosen.flatMap((s) => s.attachId ?? [])
      try {
        if (ids.length) await api.delete(`${AT}/remove`, { ids }, { quiet: true })
      } catch (e) {
        return void message.error(say(notRemoved(e instanceof Error ? e.message : '')))
      }
      forget(chosen.map((s) => s.key))
      toast.done(fileWords.removed)
      if (ids.length) await renew()
    },
    /** Sends what only this browser has, as pictures of the business, and keeps the order of all. */
    save: () =>
      working(async () => {
        const mine = photos.filter((s) => s.file)
        if (mine.length === 0) return toast.warn(words.noPicture)
        const crowd = crowdOf(o.limit, ofKind.length, mine.length)
        if (crowd) return toast.warn(crowd)
        const sent = new Map<string, string>()
        for (const d of mine) {
          const a = await send(d)
          if (a) sent.set(d.key, a.id)
        }
        if (sent.size === 0) return
        const next = photos.map((s): Shown => (sent.has(s.key) ? { key: sent.get(s.key)!, name: s.name, attachId: sent.get(s.key)! } : s))
        await keepOrder(next)?.catch(() => undefined)
        setOrder(next.map((s) => s.key))
        forget([...sent.keys()])
        await renew()
        if (sent.size === mine.length) toast.done(words.saved)
      }),
    /** Makes one PDF of the chosen pictures in their order. Source: platform.md 3 (offline PDF request). */
    async merge(chosen: readonly Shown[]): Promise<void> {
      if (chosen.length === 0) return toast.warn(words.noPicture)
      if (chosen.length > MOST_PHOTOS) return toast.warn(words.tooMany)
      const crowd = crowdOf(o.limit, ofKind.length, 1)
      if (crowd) return toast.warn(crowd)
      if (!(await ask(words.askMerge))) return
      await working(async () => {
        try {
          const offlineFileList = []
          for (const [i, s] of chosen.entries()) {
            offlineFileList.push({ file: await dataUrlOf(await blobOf(s), s.name), fileName: s.name, order: i + 1 })
          }
          const { businessId, businessItem, cbhtId, cbhtbm } = o
          const pdf = await api.post<Attachment>(`${AT}/offline_pdf`, { offlineFileList, businessId, businessItem, cbhtId, cbhtbm })
          forget(chosen.map((s) => s.key))
          toast.done(words.merged)
          await renew(pdf)
        } catch {
          // the client has told why
        }
      })
    },
  }
}
