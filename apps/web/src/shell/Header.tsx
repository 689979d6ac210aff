import {
  BgColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  HomeOutlined,
  LockOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown, Layout, Popover, Segmented, Tooltip } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { setLang, useWords } from '../../../../kit/web/i18n.web.ts'
import { useSession, type MenuNode } from '../../../../kit/web/session.web.ts'
import { COLOURS, setColour, setDark, useLook } from '../theme.ts'
import { LockDialog } from './LockDialog.tsx'
import { useTop, type TopMenu } from './menus.ts'
import { MenuSearch } from './MenuSearch.tsx'
import { HOME } from './tabs.ts'
import { UserMenu } from './UserMenu.tsx'
import { useSite } from './site.ts'

/** A round button of the top bar with its name for everybody. */
function Tool({ name, icon, onClick }: { name: string; icon: ReactNode; onClick?: () => void }) {
  return (
    <Tooltip title={name}>
      <Button type="text" shape="circle" icon={icon} aria-label={name} onClick={onClick} />
    </Tooltip>
  )
}

function useFullscreen(): [boolean, () => void] {
  const [on, setOn] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const read = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])
  return [on, () => void (on ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)]
}

/** Light or dark, and the main colour. */
function LookPicker() {
  const { t } = useWords()
  const { dark, colour } = useLook()
  return (
    <div className="shell-look">
      <Segmented
        aria-label={t('shell.theme')}
        value={dark}
        onChange={setDark}
        options={[
          { label: t('shell.light'), value: false },
          { label: t('shell.dark'), value: true },
        ]}
      />
      <div role="group" aria-label={t('shell.colour')} className="shell-colours">
        {COLOURS.map((c) => (
          <button key={c} type="button" aria-label={c} aria-pressed={c === colour} style={{ background: c }} onClick={() => setColour(c)} />
        ))}
      </div>
    </div>
  )
}

interface HeaderProps {
  menus: readonly MenuNode[]
  tops: readonly TopMenu[]
  folded: boolean
  wide: boolean
  onFold: () => void
}

/** The top bar: mark, top menus, and the tools. Ctrl K opens the menu search. */
export function Header({ menus, tops, folded, wide, onFold }: HeaderProps) {
  const { t, lang } = useWords()
  const { user } = useSession()
  const navigate = useNavigate()
  const site = useSite()
  const { topMenuId } = useTop()
  const [full, toggleFull] = useFullscreen()
  const [searching, setSearching] = useState(false)
  const [locking, setLocking] = useState(false)
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'k') {
        e.preventDefault()
        setSearching(true)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Layout.Header className="shell-head">
      <Tool name={folded ? t('shell.unfold') : t('shell.collapse')} icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />} onClick={onFold} />
      <div className="shell-mark">
        <img src="/icon.svg" alt="" width="30" height="30" />
        <span className="shell-title">{t('app.title')}</span>
        {wide && <span className="shell-sub">{[user?.dept_name, site.version].filter(Boolean).join(' · ')}</span>}
      </div>
      {wide && tops.length > 1 && (
        <Segmented
          className="shell-tops"
          value={topMenuId ?? ''}
          onChange={(id) => useTop.setState({ topMenuId: id || undefined })}
          options={[{ label: t('common.all'), value: '' }, ...tops.map((m) => ({ label: m.name, value: m.id }))]}
        />
      )}
      <div className="shell-tools">
        {wide && <Tool name={t('shell.home')} icon={<HomeOutlined />} onClick={() => void navigate({ to: HOME })} />}
        <Tool name={`${t('shell.search')} (Ctrl K)`} icon={<SearchOutlined />} onClick={() => setSearching(true)} />
        <Popover trigger="click" placement="bottomRight" content={<LookPicker />}>
          <Button type="text" shape="circle" icon={<BgColorsOutlined />} aria-label={t('shell.theme')} />
        </Popover>
        {wide && <Tool name={t('shell.lock')} icon={<LockOutlined />} onClick={() => setLocking(true)} />}
        {wide && (
          <Tool
            name={full ? t('shell.exitFullscreen') : t('shell.fullscreen')}
            icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            onClick={toggleFull}
          />
        )}
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'zh', label: '中文', disabled: lang === 'zh' },
              { key: 'en', label: 'English', disabled: lang === 'en' },
            ],
            onClick: ({ key }) => setLang(key === 'en' ? 'en' : 'zh'),
          }}
        >
          <Button type="text" shape="circle" icon={<TranslationOutlined />} aria-label={t('shell.language')} />
        </Dropdown>
        <UserMenu wide={wide} />
      </div>
      <MenuSearch menus={menus} open={searching} onClose={() => setSearching(false)} />
      <LockDialog open={locking} onClose={() => setLocking(false)} />
    </Layout.Header>
  )
}
