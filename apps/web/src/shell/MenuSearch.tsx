import { SearchOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Empty, Input, Modal } from 'antd'
import { useState } from 'react'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { MenuIcon } from './icons.tsx'
import { findMenus, hrefOf } from './menus.ts'

/** The search overlay: leaf menus by the beginning of their name; arrows choose, Enter opens, Esc closes. */
export function MenuSearch({ menus, open, onClose }: { menus: readonly MenuNode[]; open: boolean; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      destroyOnHidden
      title={<span className="shell-only-read">{t('shell.search')}</span>}
      className="shell-search"
      width={560}
      style={{ top: 90 }}
    >
      <Found menus={menus} onClose={onClose} />
    </Modal>
  )
}

function Found({ menus, onClose }: { menus: readonly MenuNode[]; onClose: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = findMenus(menus, text).slice(0, 50)
  const go = (m: MenuNode | undefined) => {
    if (!m) return
    onClose()
    void navigate({ to: hrefOf(m) })
  }
  const step = (by: number) => setAt((n) => (n + by + found.length) % Math.max(found.length, 1))
  const keys: Record<string, () => void> = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Enter: () => go(found[at]?.menu) }
  return (
    <>
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        value={text}
        aria-label={t('shell.search')}
        placeholder={t('shell.searchHint')}
        onChange={(e) => {
          setText(e.target.value)
          setAt(0)
        }}
        onKeyDown={(e) => {
          const run = keys[e.key]
          if (run && !e.nativeEvent.isComposing) {
            e.preventDefault()
            run()
          }
        }}
      />
      <div className="shell-found">
        {found.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.noMenu')} />}
        {found.map(({ menu, trail }, i) => (
          <button
            key={menu.id}
            type="button"
            aria-current={i === at}
            ref={(b) => {
              if (i === at) b?.scrollIntoView({ block: 'nearest' })
            }}
            onMouseMove={() => setAt(i)}
            onClick={() => go(menu)}
          >
            <MenuIcon name={menu.source} /> <b>{menu.name}</b> <small>{trail.map((m) => m.name).join(' / ')}</small>
          </button>
        ))}
      </div>
    </>
  )
}
