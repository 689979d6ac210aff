import { SearchOutlined } from '@ant-design/icons'
import { useQueries } from '@tanstack/react-query'
import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { Empty, Input, Modal } from 'antd'
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import type { Page } from '../../../../kit/model/page.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { setLang } from '../../../../kit/web/i18n.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { useSession, type MenuNode } from '../../../../kit/web/session.web.ts'
import { MenuIcon } from './icons.tsx'
import { hrefOf, isExternal } from '../../../../platform/shell/menus.web.ts'
import { setTheme } from '../../../../platform/shell/theme.web.ts'
import { openDialog, toggleFullscreen } from '../../../../platform/shell/dialogs.web.ts'
import { typedSum } from './sums.ts'
import { actionsOf, askOf, menusOf, RECORDS, type PaletteAction, type Initials } from './palette.ts'
import { words } from '../../../../platform/shell/dialog-words.ts'
import { isComposing } from '../../../../kit/web/day-clock.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'

interface Hit {
  key: string
  icon?: ReactNode
  name: string
  aside: string
  go(): void
}
interface Group {
  title: string
  hits: Hit[]
}
/** How long a person must rest before records are asked for, in milliseconds. */
const REST = 250

/** The text as it stood when the person last rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const id = setTimeout(() => setRested(text), REST)
    return () => clearTimeout(id)
  }, [text])
  return rested
}
/** First letters of Chinese names, once Latin letters are typed. */
function useInitials(text: string): Initials | undefined {
  const [initials, setInitials] = useState<Initials>()
  const wanted = /^[a-z]/i.test(text.trim())
  useEffect(() => {
    if (wanted && !initials)
      void import('pinyin-pro').then(
        ({ pinyin }) => setInitials(() => (name: string) => pinyin(name, { pattern: 'first', toneType: 'none', separator: '' })),
        () => undefined,
      )
  }, [wanted, initials])
  return initials
}
/** Records that the person may see and that fit the text, by kind. */
function useRecords(text: string) {
  const { can } = useSession()
  const asked = RECORDS.flatMap((r) => {
    const query = can(r.perm) ? askOf(r, text) : undefined
    return query ? [{ r, query }] : []
  })
  const answers = useQueries({
    queries: asked.map(({ r, query }) => ({
      queryKey: queryKeyOf('palette', r.key, query),
      staleTime: 30_000,
      queryFn: () => api.get<Page<Record<string, string>>>(r.path, query, { quiet: true }),
    })),
  })
  return asked.map(({ r }, i) => ({ r, rows: answers[i]?.data?.records ?? [] }))
}

/** Menus, records, actions and sums behind one line; arrows choose, Enter opens, Esc closes. Source: platform.md 2 (Menu search overlay). */
export default function Palette({ menus, onClose }: { menus: readonly MenuNode[]; onClose: () => void }) {
  const { say } = useSay()
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      closable={false}
      title={<span className="shell-only-read">{say(words.searchMenu)}</span>}
      className="shell-search"
      width={600}
      style={{ top: 80 }}
    >
      <Found menus={menus} onClose={onClose} label={say(words.command)} />
    </Modal>
  )
}

function useGroups(menus: readonly MenuNode[], text: string, onText: (text: string) => void, onClose: () => void): Group[] {
  const { say, lang } = useSay()
  const { can } = useSession()
  const types = useDict('business_type')
  const openPage = useOpenPage()
  const initials = useInitials(text)
  const records = useRecords(useRested(text))
  const go = (to: string, search: Record<string, string> = {}) => {
    onClose()
    openPage(to, search)
  }
  const open = (m: MenuNode) => {
    if (!(isExternal(m.path) && m.isOpen === 1)) return go(hrefOf(m))
    onClose()
    window.open(m.path, '_blank', 'noopener')
  }
  const act = (a: PaletteAction) => {
    onClose()
    if ('dialog' in a) openDialog(a.dialog)
    else if ('to' in a) openPage(a.to, a.open ? { open: a.open } : {})
    else if ('theme' in a) setTheme(a.theme)
    else if (a.run === 'fullscreen') toggleFullscreen()
    else setLang(lang === 'zh' ? 'en' : 'zh')
  }
  const sum = typedSum(text)
  const groups: Group[] = [
    // what it comes to takes the place of what was typed, so that one goes on from there
    { title: say(words.sum), hits: sum === undefined ? [] : [{ key: 'sum', name: `= ${sum}`, aside: say(words.sumHint), go: () => onText(sum) }] },
    {
      title: say(words.menus),
      hits: menusOf(menus, text, initials)
        .slice(0, 50)
        .map(({ menu, trail }) => ({
          key: menu.id,
          icon: <MenuIcon name={menu.source} />,
          name: menu.name,
          aside: trail.map((m) => m.name).join(' / '),
          go: () => open(menu),
        })),
    },
    ...records.map(({ r, rows }) => ({
      title: say(r.label),
      hits: rows.map((row) => ({
        key: `${r.key}${row.id}`,
        name: row[r.name] || row[r.code]!,
        aside: row[r.code] ?? '',
        go: () => go(r.page, { [r.code]: row[r.code]!, open: `view.${row.id}` }),
      })),
    })),
    { title: say(words.actions), hits: actionsOf(text, can, types.label).map((a) => ({ key: a.label.zh, name: say(a.label), aside: '', go: () => act(a) })) },
  ]
  return groups.filter((g) => g.hits.length > 0)
}

function Found({ menus, onClose, label }: { menus: readonly MenuNode[]; onClose: () => void; label: string }) {
  const { say } = useSay()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  // the line stands and is written into before its dozens of hits are drawn
  const isTurn = useDeferredValue(true, false)
  const groups = useGroups(menus, text, setText, onClose)
  const hits = groups.flatMap((g) => g.hits)
  const chosen = hits[Math.min(at, hits.length - 1)]
  const step = (by: number) => setAt((n) => (Math.min(n, hits.length - 1) + by + hits.length) % Math.max(hits.length, 1))
  const keys: Record<string, () => void> = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Enter: () => chosen?.go() }
  return (
    <>
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        value={text}
        aria-label={label}
        placeholder={say(words.commandHint)}
        onChange={(e) => {
          setText(e.target.value)
          setAt(0)
        }}
        onKeyDown={(e) => {
          const run = keys[e.key]
          if (run && !isComposing(e)) {
            e.preventDefault()
            run()
          }
        }}
      />
      <div className="shell-found">
        {isTurn && hits.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.commandNone)} />}
        {(isTurn ? groups : []).map((g) => (
          <section key={g.title} aria-label={g.title}>
            <h3>{g.title}</h3>
            {g.hits.map((h) => (
              <button
                key={h.key}
                type="button"
                aria-current={h === chosen}
                ref={(b) => {
                  if (h === chosen) b?.scrollIntoView({ block: 'nearest' })
                }}
                onMouseMove={() => setAt(hits.indexOf(h))}
                onClick={h.go}
              >
                {h.icon} <b>{h.name}</b> <small>{h.aside}</small>
              </button>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
