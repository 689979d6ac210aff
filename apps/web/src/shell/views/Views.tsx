import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popover, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../../../kit/web/client.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { usePageState, type KeptLayout, type Refused } from '../../../../../kit/web/session.web.ts'
import { useDraft } from '../../../../../platform/shell/drafts.web.ts'
import { openDialog } from '../../../../../platform/shell/dialogs.web.ts'
import { patchTo, searchOf, viewOf, withView, type PageSetting } from './views.ts'
import { frameWords as words } from '../../../../../platform/shell/words.ts'

const ViewsBox = lazy(() => import('./ViewsBox.tsx'))
const DisabledReason = lazy(() => import('../help/DisabledReason.tsx'))
const ImportButton = lazy(() => import('../../../../../services/exchange/imports/ImportButton.web.tsx'))
const ExportButton = lazy(() => import('../../../../../services/exchange/exports/ExportButton.web.tsx'))

/** Settings that are written wait for one another, so that the last one stays. */
let writing: Promise<unknown> = Promise.resolve()

/** What the server keeps of the page around for this person, and the way to change a part of it. */
function usePageSetting(): [PageSetting, (patch: PageSetting) => void] {
  const { key: page } = usePageState()
  const client = useQueryClient()
  const queryKey = ['user-setting', page]
  const { data } = useQuery({
    queryKey,
    enabled: page !== '',
    staleTime: Infinity,
    queryFn: async () => (await api.get<PageSetting | null>('basic/user-setting/detail', { page }, { quiet: true })) ?? {},
  })
  const change = (patch: PageSetting) => {
    const value = { ...client.getQueryData<PageSetting>(queryKey), ...patch }
    client.setQueryData(queryKey, value)
    // a refusal is told by the client; what the server has is then read again
    writing = writing.then(() => api.post('basic/user-setting/submit', { page, value })).catch(() => client.invalidateQueries({ queryKey }))
  }
  return [data ?? {}, change]
}

/** How a list is laid out, kept on the server: it follows the person to every browser. */
function useLayout(name: string): KeptLayout {
  const [setting, change] = usePageSetting()
  const kept = setting.layouts?.[name] ?? { hidden: setting.hidden?.[name] }
  return [kept, (patch) => change({ layouts: { ...setting.layouts, [name]: { ...kept, ...patch } } })]
}

/** Saved views of the list: its filters, order and page size under a name. */
function Views() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [setting, change] = usePageSetting()
  const [open, setOpen] = useState(false)
  const views = setting.views ?? []
  const shown = viewOf(views, search)
  const box = (
    <Suspense fallback={null}>
      <ViewsBox
        views={views}
        shown={shown}
        onShow={(v) => {
          setSearch(patchTo(search, v))
          setOpen(false)
        }}
        onKeep={(name) => change({ views: withView(views, { name, search: searchOf(search) }) })}
        onDelete={(v) => change({ views: views.filter((x) => x !== v) })}
      />
    </Suspense>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={box} open={open} onOpenChange={setOpen}>
      <Tooltip title={say(words.views)}>
        <Button shape="circle" icon={shown ? <StarFilled /> : <StarOutlined />} aria-label={say(words.views)} />
      </Tooltip>
    </Popover>
  )
}

/** Opens an import of the list's rows; exports the list and shows the records of exports. */
function Export(props: { name: string; path: string; query: object; ids?: readonly string[] }) {
  return (
    <Suspense fallback={null}>
      <ImportButton name={props.name} />
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
export const tables = { useLayout, Views, Export, Greyed, useDraft }
