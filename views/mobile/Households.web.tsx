import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Collapse, Descriptions, Empty, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import type { Page } from '../../kit/model/page.ts'
import { ClearInput } from '../../kit/web/clear.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { LandSketch } from '../../land/parts/LandSketch.web.tsx'
import { words } from './words.ts'

const page = (path: string, by: Record<string, string>, size: number) => api.get<Page<AnyRow>>(path, { ...by, current: 1, size }, { quiet: true })

/** The contracts of a household with the status of signing and a preview. */
function Contracts({ cbfbm }: { cbfbm: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const [shown, setShown] = useState<string>()
  const list = useQuery({ queryKey: queryKeyOf('mobile', 'cbht', cbfbm), queryFn: () => page('base-qssj/cbht/page', { cbfbm }, 10) })
  if (list.isLoading) return <Skeleton active paragraph={{ rows: 1 }} />
  if (list.error) return <p role="alert">{list.error.message}</p>
  return (
    <>
      {list.data?.records.length === 0 && <p>{say(words.contractsNone)}</p>}
      <ul className="mobile-list">
        {list.data?.records.map((c) => (
          <li key={c.id}>
            <b>{c.cbhtbm}</b>
            <DictTag code="sign_status" value={c.signStatus} />
            <small>
              {c.cbqxq} — {c.cbqxz}
            </small>
            {can('print_view') && <Button onClick={() => setShown(String(c.cbhtbm))}>{say(words.preview)}</Button>}
          </li>
        ))}
      </ul>
      {shown && <PdfDialog title={words.preview} path="dzzw/preview-contractanddksyt-file" query={{ cbhtbm: shown }} onClose={() => setShown(undefined)} />}
    </>
  )
}

function Facts({ of: r }: { of: AnyRow }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const cbfbm = String(r.cbfbm)
  const isOwn = (dkbm: string) => own.data?.has(dkbm) ?? false
  const own = useQuery({
    queryKey: queryKeyOf('mobile', 'own', cbfbm),
    enabled: can('dk_view'),
    queryFn: async () => new Map((await page('base-dlxx/dk/page', { cbfbm }, 200)).records.map((d) => [String(d.dkbm), String(d.scmjm ?? '')])),
  })
  const onMap = (dkbm: string) => openPage('/mobile/map', { dkbm })
  const [first] = own.data?.keys() ?? []
  const items = [
    { key: 'code', label: say(words.code), children: r.cbfbm },
    { key: 'n', label: say(words.members), children: r.cbfcysl },
    { key: 'dk', label: say(words.parcels), children: r.cbdkzs ?? '' },
    { key: 'area', label: say(words.area), children: r.htzmjm ?? '' },
  ]
  return (
    <>
      <Descriptions size="small" column={1} items={items} />
      {own.data && own.data.size > 0 && (
        <section aria-label={say(words.land)}>
          <LandSketch of={{ cbfbm }} areas={own.data} isOwn={isOwn} height={180} onChoose={onMap} />
        </section>
      )}
      <div className="mobile-row">
        {first && <Button onClick={() => onMap(first)}>{say(words.onMap)}</Button>}
        {/^[\d-]{7,}$/.test(String(r.lxdh ?? '')) && <Button href={`tel:${r.lxdh}`}>{say(words.call)}</Button>}
        {can('business_add') && <Button onClick={() => openPage('/business/all', { open: `add.change_contract.${cbfbm}` })}>{say(words.accept)}</Button>}
      </div>
      {can('cbht_view') && <Contracts cbfbm={String(r.cbfbm)} />}
    </>
  )
}

/** Households by the beginning of their code or by name. */
export function MobileHouseholds() {
  const { say } = useSay()
  const { can } = useSession()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const found = useQuery({
    queryKey: queryKeyOf('mobile', 'cbf', asked),
    enabled: asked !== '',
    queryFn: () => page('base-qssj/cbf/page', /^\d/.test(asked) ? { cbfbm: asked } : { cbfmc: asked }, 20),
  })
  if (!can('cbf_view')) return null
  const rows = found.data?.records ?? []
  return (
    <Card size="small" title={say(words.search)}>
      <form
        role="search"
        onSubmit={(e) => {
          e.preventDefault()
          setAsked(text.trim())
        }}
      >
        <Space.Compact style={{ width: '100%' }}>
          <ClearInput size="large" value={text} onChange={(e) => setText(e.target.value)} placeholder={say(words.hint)} aria-label={say(words.hint)} />
          <Button size="large" type="primary" htmlType="submit" icon={<SearchOutlined />} loading={found.isFetching}>
            {say(words.find)}
          </Button>
        </Space.Compact>
      </form>
      {found.error && <p role="alert">{found.error.message}</p>}
      {asked !== '' && found.data && rows.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.none)} />}
      {rows.length > 0 && (
        <Collapse
          accordion
          ghost
          aria-label={say(words.found)}
          items={rows.map((r) => ({
            key: r.id,
            label: (
              <>
                <b>{r.cbfmc}</b> <small className="mobile-code">{r.cbfbm}</small>
              </>
            ),
            children: <Facts of={r} />,
          }))}
        />
      )}
      {(found.data?.total ?? 0) > rows.length && rows.length > 0 && <small>{say(words.more)}</small>}
    </Card>
  )
}
