import {
  BgColorsOutlined,
  BookOutlined,
  BugOutlined,
  ExportOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  FundProjectionScreenOutlined,
  HomeOutlined,
  LockOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { App, Button, Dropdown, Layout, Popover, Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { setLang } from '../../../../kit/web/i18n.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { badgeOf, useFaults } from '../../../../platform/shell/faults.web.ts'
import { useTop, type TopMenu } from '../../../../platform/shell/menus.web.ts'
import { openDialog, toggleFullscreen } from '../../../../platform/shell/dialogs.web.ts'
import { showsLarge, useOwnRegion, useSignsLeft, useSite } from '../../../../platform/shell/own-site.web.ts'
import { HOME } from './tabs.ts'
import { Bell } from '../../../../services/inbox/Bell.web.tsx'
import { Purpose } from './account/Purpose.tsx'
import { UserMenu } from './account/UserMenu.tsx'
import { frameWords as words } from '../../../../platform/shell/words.ts'

const LookPicker = lazy(() => import('./LookPicker.tsx'))

/** A round button of the top bar with its name for everybody. */
function Tool({ name, icon, badge, onClick }: { name: string; icon: ReactNode; badge?: string; onClick?: () => void }) {
  return (
    <Tooltip title={name}>
      <span className="shell-tool">
        <Button type="text" shape="circle" icon={icon} aria-label={badge ? `${name} ${badge}` : name} onClick={onClick} />
        {badge && (
          <i className="shell-badge" aria-hidden="true">
            {badge}
          </i>
        )}
      </span>
    </Tooltip>
  )
}

function useFullscreen(): boolean {
  const [on, setOn] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const read = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])
  return on
}

/** Top menus as a row of words; the chosen one narrows the sidebar. */
function Tops({ tops }: { tops: readonly TopMenu[] }) {
  const { say } = useSay()
  const { topMenuId } = useTop()
  const all = [{ id: undefined, name: say(words.all) }, ...tops]
  return (
    <div className="shell-tops" role="group" aria-label={say(words.menu)}>
      {all.map((m) => (
        <button key={m.id ?? ''} type="button" aria-pressed={m.id === topMenuId} onClick={() => useTop.setState({ topMenuId: m.id })}>
          {m.name}
        </button>
      ))}
    </div>
  )
}

/** Region, title and version; the version opens its notes. Source: platform.md 2 (Main layout). */
function Mark({ wide, version }: { wide: boolean; version: string }) {
  const { say } = useSay()
  const region = useOwnRegion()
  return (
    <div className="shell-mark">
      <img src="/icon.svg" alt="" width="30" height="30" />
      <span className="shell-title">{say(words.title)}</span>
      {wide && (
        <span className="shell-sub">
          {region}
          {version && (
            <button type="button" aria-label={`${say(words.notes)} ${version}`} onClick={() => openDialog('notes')}>
              {version}
            </button>
          )}
        </span>
      )}
    </div>
  )
}

/** The operation manual: a download, or in the 'sx' deployment a list with videos. */
function ManualTool({ deployment }: { deployment: string }) {
  const { say } = useSay()
  const { message } = App.useApp()
  const open = async () => {
    if (deployment === 'sx') return openDialog('manual')
    const { downloadManual } = await import('./help/Manual.tsx')
    if (!(await downloadManual())) void message.warning(say(words.manualNone))
  }
  // a refused call was told by the client already
  return <Tool name={say(words.manual)} icon={<BookOutlined />} onClick={() => void open().catch(() => undefined)} />
}

/** The tools at the right. */
function Tools({ wide, deployment }: { wide: boolean; deployment: string }) {
  const { say, lang } = useSay()
  const { user } = useSession()
  const openPage = useOpenPage()
  const signs = useSignsLeft()
  const full = useFullscreen()
  const faults = useFaults((s) => s.list.length)
  return (
    <div className="shell-tools">
      {wide && signs !== undefined && (
        <span className="shell-signs">
          {say(words.signLeft)} <b>{signs}</b>
        </span>
      )}
      {wide && showsLarge(user?.role_name ?? '', deployment) && (
        <Tool name={say(words.large)} icon={<FundProjectionScreenOutlined />} onClick={() => openPage('/large')} />
      )}
      {wide && <Purpose />}
      <Bell />
      {wide && <Tool name={say(words.home)} icon={<HomeOutlined />} onClick={() => openPage(HOME)} />}
      <Tool name={`${say(words.searchMenu)} (Ctrl K)`} icon={<SearchOutlined />} onClick={() => openDialog('palette')} />
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <Suspense fallback={null}>
            <LookPicker />
          </Suspense>
        }
      >
        <Button type="text" shape="circle" icon={<BgColorsOutlined />} aria-label={say(words.theme)} />
      </Popover>
      {wide && <Tool name={say(words.lock)} icon={<LockOutlined />} onClick={() => openDialog('lock')} />}
      {wide && <Tool name={say(words.exports)} icon={<ExportOutlined />} onClick={() => openDialog('exports')} />}
      {wide && <Tool name={say(words.errors)} icon={<BugOutlined />} badge={badgeOf(faults)} onClick={() => openDialog('errors')} />}
      {wide && (
        <Tool
          name={full ? say(words.exitFullscreen) : say(words.fullscreen)}
          icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          onClick={toggleFullscreen}
        />
      )}
      {wide && <ManualTool deployment={deployment} />}
      <Dropdown
        autoFocus
        trigger={['click']}
        menu={{
          items: [
            { key: 'zh', label: '中文', disabled: lang === 'zh' },
            { key: 'en', label: 'English', disabled: lang === 'en' },
          ],
          onClick: ({ key }) => setLang(key === 'en' ? 'en' : 'zh'),
        }}
      >
        <Button type="text" shape="circle" icon={<TranslationOutlined />} aria-label={say(words.lang)} />
      </Dropdown>
      <UserMenu wide={wide} />
    </div>
  )
}

interface HeaderProps {
  tops: readonly TopMenu[]
  /** whether the tools are there already: the page comes before them */
  hasTools: boolean
  folded: boolean
  wide: boolean
  onFold: () => void
}

/** The top bar: mark, top menus, and the tools. */
export function Header({ tops, hasTools, folded, wide, onFold }: HeaderProps) {
  const { say } = useSay()
  const { version, deployment } = useSite()
  return (
    <Layout.Header className="shell-head">
      <Tool name={folded ? say(words.unfold) : say(words.collapse)} icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />} onClick={onFold} />
      <Mark wide={wide} version={version} />
      {wide && tops.length > 1 && <Tops tops={tops} />}
      {hasTools && <Tools wide={wide} deployment={deployment} />}
    </Layout.Header>
  )
}
