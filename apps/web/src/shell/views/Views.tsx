import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popover, Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { api } from '../../../../../kit/web/client.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { usePageState, type KeptLayout, type Refused } from '../../../../../kit/web/session.web.ts'
import { queryKeyOf } from '../../../../../kit/web/keys.web.ts'
import { useFormDraft } from '../../../../../platform/shell/drafts.web.ts'
import { openDialog } from '../../../../../platform/shell/dialogs.web.ts'
import { firstOf, patchTo, viewSearch, viewOf, type PageSetting, type SavedView, type ViewKind } from './views.ts'
import { frameWords as words } from '../../../../../platform/shell/words.ts'

const ViewsBox = lazy(() => import('./ViewsBox.tsx'))
const DisabledReason = lazy(() => import('../help/DisabledReason.tsx'))
const ImportButton = lazy(() => import('../../../../../services/exchange/imports/ImportButton.web.tsx'))
const ExportButton = lazy(() => import('../../../../../services/exchange/exports/ExportButton.web.tsx'))

/** Settings that are written wait for one another, so that the last one stays. */
let writing: Promise<unknown> = Promise.resolve()

interface Look {
  setting: PageSetting | null
  views: SavedView[]
}
/** The setting of a page and its views, which come in one answer. */
const lookQuery = (page: string) => ({
  queryKey: queryKeyOf('list-look', page),
  enabled: page !== '',
  staleTime: Infinity,
  queryFn: () => api.get<Look>('basic/list-look', { page }, { quiet: true }),
})
/** What the server keeps of the page around for this person, and the way to change a part of it. */
function usePageSetting(): [setting: PageSetting, change: (patch: PageSetting) => void, isRead: boolean] {
  const { key: page } = usePageState()
  const client = useQueryClient()
  const look = lookQuery(page)
  const { data } = useQuery(look)
  const change = (patch: PageSetting) => {
    const known = client.getQueryData<Look>(look.queryKey)
    const value = { ...known?.setting, ...patch }
    client.setQueryData<Look>(look.queryKey, { views: [], ...known, setting: value })
    // a refusal is told by the client; what the server has is then read again
    writing = writing.then(() => api.post('basic/user-setting/submit', { page, value })).catch(() => client.invalidateQueries({ queryKey: look.queryKey }))
  }
  return [data?.setting ?? {}, change, data !== undefined]
}

/** How a list is laid out, kept on the server: it follows the person to every browser. */
function useLayout(name: string): KeptLayout {
  const [setting, change] = usePageSetting()
  const kept = setting.layouts?.[name] ?? { hidden: setting.hidden?.[name] }
  return [kept, (patch) => change({ layouts: { ...setting.layouts, [name]: { ...kept, ...patch } } })]
}

/** The views of a page that this person sees. */
function useViews(page: string) {
  const client = useQueryClient()
  const look = lookQuery(page)
  const { data } = useQuery(look)
  return {
    views: (data?.views ?? []).filter((v) => v.kind !== 'own'),
    isRead: data !== undefined,
    // what is being written of the layout is there before the answer
    again: () => writing.then(() => client.invalidateQueries({ queryKey: look.queryKey })),
  }
}

/** Saved views of the list: its filters, order, page size and layout under a name. A list begins with the one that is pinned, else with that of a role. */
function Views() {
  const { say } = useSay()
  const { key: page, search, setSearch, visible } = usePageState()
  const [setting, change, isSet] = usePageSetting()
  const { views, isRead, again } = useViews(page)
  const [open, setOpen] = useState(false)
  const shown = viewOf(views, search)
  const show = (v: SavedView) => {
    if (v.layout?.layouts) change({ layouts: { ...setting.layouts, ...v.layout.layouts } })
    setSearch(patchTo(search, v))
  }
  const begun = useRef(false)
  const first = firstOf(views, search, setting.pinned)
  useEffect(() => {
    if (!isRead || !isSet || begun.current || !visible) return
    begun.current = true
    // whoever writes already has said what he looks for
    const at = document.activeElement
    if (first && !(at instanceof HTMLInputElement && at.value !== '')) show(first)
  }, [isRead, isSet, visible, first?.id])
  const keep = async (title: string, kind: ViewKind, look: object, roleId?: string) => {
    const same = views.find((v) => v.title === title && v.kind === kind && v.mayEdit === 1)
    if (same) await api.post('platform/list-view/remove', undefined, { ids: same.id })
    await api.post('platform/list-view/save', { list: page, title, kind, layout: look, where: null, ...(roleId ? { roleId } : {}) })
  }
  // views that were kept beside the layouts before the server knew of views go where the others are
  const former = setting.views ?? []
  const opened = async (next: boolean) => {
    setOpen(next)
    if (!next || former.length === 0) return
    for (const { name, search: of } of former) await keep(name, 'private', { search: of })
    change({ views: [] })
    await again()
  }
  const box = (
    <Suspense fallback={null}>
      <ViewsBox
        views={views}
        shown={shown}
        pinned={setting.pinned}
        onPin={(v) => change({ pinned: v.id === setting.pinned ? '' : v.id })}
        onShow={(v) => {
          show(v)
          setOpen(false)
        }}
        onKeep={async (title, kind, roleId) => {
          await keep(title, kind, { search: viewSearch(search), ...(setting.layouts ? { layouts: setting.layouts } : {}) }, roleId)
          await again()
        }}
        onDelete={async (v) => {
          await api.post('platform/list-view/remove', undefined, { ids: v.id })
          await again()
        }}
      />
    </Suspense>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={box} open={open} onOpenChange={(next) => void opened(next).catch(() => {})}>
      <Tooltip title={say(words.views)}>
        <Button shape="circle" icon={shown ? <StarFilled /> : <StarOutlined />} aria-label={say(words.views)} />
      </Tooltip>
    </Popover>
  )
}

/** Opens an import of the list's rows, but not beside what is selected; exports the list and shows the records of exports. */
function Export(props: { name: string; path: string; query: object; ids?: readonly string[] }) {
  return (
    <Suspense fallback={null}>
      {props.ids === undefined && <ImportButton name={props.name} />}
      <ExportButton {...props} onStarted={() => openDialog('exports')} />
    </Suspense>
  )
}

/** Beside the reason of a greyed command, the way to the whole answer. */
const Greyed = (of: Refused) => (
  <Suspense fallback={of.reason}>
    <DisabledReason {...of} />
  </Suspense>
)

/** What pages with tables are given. */
export const tables = { useLayout, Views, Export, Greyed, useDraft: useFormDraft }
