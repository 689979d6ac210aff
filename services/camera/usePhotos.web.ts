import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useAsk } from '../../kit/web/ask.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { extensionOf } from '../files/names.ts'
import { openGate } from '../files/uploader/gate.web.ts'
import type { PhotosOf } from '../files/uploader/photo-tool.web.ts'
import { ATTACH_ENDPOINT, compressed, sendWhole, type Attachment } from '../files/uploader/send.web.ts'
import { crowdOf, uploadFailed, faultOf, notRemoved, words as fileWords } from '../files/uploader/upload-rules.ts'
import { useAttachments, useLinks } from '../files/uploader/uploads.web.ts'
import { afterSending, idsOf, inOrder, MOST_PHOTOS, pickFault, PICKER, type ShownPhoto } from './photos.ts'
import { dataUrlOf } from './picture.web.ts'
import { words } from './words.ts'

const takes = (accept: readonly string[] | undefined, ...types: string[]) => !accept?.length || types.some((t) => accept.includes(t))

/** Pictures that only this browser has. Their addresses are given up when the tool closes. */
function useDrafts() {
  const toast = useToast()
  const [drafts, setDrafts] = useState<readonly ShownPhoto[]>([])
  const made = useRef(0)
  const urls = useRef(new Set<string>())
  useEffect(() => () => urls.current.forEach((u) => URL.revokeObjectURL(u)), [])
  return {
    drafts,
    /** Takes pictures in that are not sent yet; answers their keys. What does not fit is refused by a message. */
    add(files: readonly File[]): string[] {
      const fit = files.filter((f) => {
        const fault = pickFault(f)
        if (fault) toast.warn(fault)
        return !fault
      })
      const more = fit.map((file): ShownPhoto => {
        const url = URL.createObjectURL(file)
        urls.current.add(url)
        return { key: `d${++made.current}`, name: file.name, file, url }
      })
      setDrafts((now) => [...now, ...more])
      return more.map((d) => d.key)
    },
    forget: (keys: readonly string[]) => setDrafts((now) => now.filter((d) => !keys.includes(d.key))),
  }
}

/** Sends one picture to the place of the tool; undefined when it was refused, which a message says. */
function useSend(o: PhotosOf) {
  const { say } = useSay()
  const { message } = App.useApp()
  const toast = useToast()
  return async ({ file, name }: { file: File; name: string }): Promise<Attachment | undefined> => {
    const fault = faultOf(file, o)
    if (fault) return void toast.warn(fault)
    try {
      return await sendWhole(await compressed(file, o.accept), {
        place: { businessId: o.businessId, ...(o.businessItem ? { businessItem: o.businessItem } : {}) },
        gate: openGate(),
        onProgress: () => {},
      })
    } catch (e) {
      return void message.error({ content: say(uploadFailed(name, (e instanceof Error && e.message) || say(phrases.unknown))), duration: 5 })
    }
  }
}

/** A picture itself: from this browser, else from the server. */
const blobOf = async (s: ShownPhoto): Promise<Blob> => s.file ?? (await api.blob(`${ATTACH_ENDPOINT}/preview`, { id: s.attachId })).blob

/** Asks the server for one PDF of pictures, in their order. Source: platform.md 3 (offline PDF request). */
async function pdfOf(chosen: readonly ShownPhoto[], { businessId, businessItem, cbhtId, cbhtbm }: PhotosOf): Promise<Attachment> {
  const offlineFileList = []
  for (const [i, s] of chosen.entries()) offlineFileList.push({ file: await dataUrlOf(await blobOf(s), s.name), fileName: s.name, order: i + 1 })
  return api.post<Attachment>(`${ATTACH_ENDPOINT}/offline_pdf`, { offlineFileList, businessId, businessItem, cbhtId, cbhtbm })
}

/** The pictures of the tool as they are shown: those that stand with the business and those that only this browser has, in one order. */
function useShown(o: PhotosOf, drafts: readonly ShownPhoto[]) {
  const { can } = useSession()
  const client = useQueryClient()
  const { data: ofKind = [], isLoading } = useAttachments(o.businessId, o.businessItem)
  const [order, setOrder] = useState<readonly string[]>([])
  const stored = ofKind.filter((a) => PICKER.accept.includes(extensionOf(a.name) as 'jpg'))
  const links = useLinks(stored.map((a) => a.id))
  const all: ShownPhoto[] = [
    ...stored.map((a): ShownPhoto => ({ key: a.id, name: a.name, attachId: a.id, ...(links.has(a.id) ? { url: links.get(a.id)! } : {}) })),
    ...drafts,
  ]
  return {
    photos: inOrder(all, order),
    /** how many files of the kind the server has, pictures and others */
    stored: ofKind.length,
    isLoading,
    order,
    setOrder,
    /** Has the server keep the order of the pictures that it has. */
    keepOrder(list: readonly ShownPhoto[]) {
      const ids = idsOf(list)
      return ids.length > 1 && can('attach_edit') ? api.post(`${ATTACH_ENDPOINT}/sort`, {}, { ids: ids.join(',') }) : undefined
    },
    renew: async (pdf?: Attachment) => {
      await client.invalidateQueries({ queryKey: queryKeyOf('attach', o.businessId) })
      o.onChange?.(pdf)
    },
  }
}

/** Whether work is under way, and what runs it. */
function useBusy() {
  const [busy, setBusy] = useState(false)
  async function working<T>(work: () => Promise<T>): Promise<T> {
    setBusy(true)
    try {
      return await work()
    } finally {
      setBusy(false)
    }
  }
  return { busy, working }
}

/** The photo tool's pictures and what is done with them: taken in, put in order, removed, saved, made into one PDF. */
export function usePhotos(o: PhotosOf) {
  const { say } = useSay()
  const { can } = useSession()
  const { message } = App.useApp()
  const ask = useAsk(),
    toast = useToast()
  const { busy, working } = useBusy()
  const send = useSend(o)
  const { drafts, add, forget } = useDrafts()
  const { photos, stored, isLoading, order, setOrder, keepOrder, renew } = useShown(o, drafts)

  /** Another order: seen at once, and kept by the server for the pictures that it has. */
  async function reorder(list: readonly ShownPhoto[]): Promise<void> {
    const before = order
    setOrder(list.map((s) => s.key))
    if (idsOf(list).join() === idsOf(photos).join()) return
    try {
      await keepOrder(list)
      await renew()
    } catch {
      // the client has told why
      setOrder(before)
    }
  }
  async function remove(chosen: readonly ShownPhoto[]): Promise<void> {
    if (chosen.length === 0) return toast.warn(words.noPicture)
    if (!(await ask(words.askRemove, true))) return
    const ids = idsOf(chosen)
    try {
      if (ids.length) await api.delete(`${ATTACH_ENDPOINT}/remove`, { ids }, { quiet: true })
    } catch (e) {
      return void message.error(say(notRemoved(e instanceof Error ? e.message : '')))
    }
    forget(chosen.map((s) => s.key))
    toast.done(fileWords.removed)
    if (ids.length) await renew()
  }
  /** Sends what only this browser has, as pictures of the business, and keeps the order of all. */
  async function save(): Promise<void> {
    const unsent = photos.flatMap(({ key, name, file }) => (file ? [{ key, name, file }] : []))
    if (unsent.length === 0) return toast.warn(words.noPicture)
    const crowd = crowdOf(o.limit, stored, unsent.length)
    if (crowd) return toast.warn(crowd)
    const sent = new Map<string, string>()
    for (const d of unsent) {
      const a = await send(d)
      if (a) sent.set(d.key, a.id)
    }
    if (sent.size === 0) return
    const next = afterSending(photos, sent)
    await keepOrder(next)?.catch(() => undefined)
    setOrder(next.map((s) => s.key))
    forget([...sent.keys()])
    await renew()
    if (sent.size === unsent.length) toast.done(words.saved)
  }
  /** Makes one PDF of the chosen pictures in their order. */
  async function merge(chosen: readonly ShownPhoto[]): Promise<void> {
    if (chosen.length === 0) return toast.warn(words.noPicture)
    if (chosen.length > MOST_PHOTOS) return toast.warn(words.tooMany)
    const crowd = crowdOf(o.limit, stored, 1)
    if (crowd) return toast.warn(crowd)
    if (!(await ask(words.askMerge))) return
    await working(async () => {
      try {
        const pdf = await pdfOf(chosen, o)
        forget(chosen.map((s) => s.key))
        toast.done(words.merged)
        await renew(pdf)
      } catch {
        // the client has told why
      }
    })
  }
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
    blobOf,
    add,
    reorder,
    remove,
    save: () => working(save),
    merge,
  }
}
