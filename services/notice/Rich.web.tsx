import { BoldOutlined, ItalicOutlined, OrderedListOutlined, UnderlineOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { createElement, useEffect, useRef, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { parseRich, sanitised, type RichNode } from './rich-text.ts'

/** Rich text as elements of React: there is no markup on the way, so nothing in it can run. */
export function Rich({ html }: { html: string }) {
  return <div className="notice-rich">{elements(parseRich(html))}</div>
}
function elements(nodes: readonly RichNode[]): ReactNode[] {
  return nodes.map((n, i) =>
    typeof n === 'string'
      ? n
      : createElement(
          n.tag,
          { key: i, ...(n.href ? { href: n.href, target: '_blank', rel: 'noopener noreferrer' } : {}) },
          ...(n.tag === 'br' ? [] : [elements(n.children)]),
        ),
  )
}

const TOOLS: readonly [command: string, label: Text, icon: ReactNode][] = [
  ['bold', { zh: '加粗', en: 'Bold' }, <BoldOutlined key="b" />],
  ['italic', { zh: '斜体', en: 'Italic' }, <ItalicOutlined key="i" />],
  ['underline', { zh: '下划线', en: 'Underline' }, <UnderlineOutlined key="u" />],
  ['insertUnorderedList', { zh: '列表', en: 'List' }, <UnorderedListOutlined key="ul" />],
  ['insertOrderedList', { zh: '编号列表', en: 'Numbered list' }, <OrderedListOutlined key="ol" />],
]
interface RichInputProps {
  value?: string | null
  onChange?(v: string): void
  disabled?: boolean
  id?: string
}
/** A small editor of rich text. What is pasted or typed is taken apart and written anew before it goes anywhere. */
export function RichInput({ value, onChange, disabled, id }: RichInputProps) {
  const { say } = useSay()
  const box = useRef<HTMLDivElement>(null)
  const told = useRef<string>(undefined)
  useEffect(() => {
    // the form's own changes only: writing while somebody types would move the cursor
    if (box.current && (value ?? '') !== told.current) {
      box.current.replaceChildren(...domOf(parseRich(value ?? '')))
      told.current = value ?? ''
    }
  }, [value])
  const tell = () => {
    told.current = sanitised(box.current?.innerHTML ?? '')
    onChange?.(told.current)
  }
  if (disabled) return <Rich html={value ?? ''} />
  return (
    <div>
      <Space size={0}>
        {TOOLS.map(([command, label, icon]) => (
          <Button
            key={command}
            type="text"
            size="small"
            icon={icon}
            aria-label={say(label)}
            onMouseDown={(e) => e.preventDefault()}
            onClick={() => {
              box.current?.focus()
              document.execCommand(command)
              tell()
            }}
          />
        ))}
      </Space>
      <div
        ref={box}
        id={id}
        role="textbox"
        aria-multiline="true"
        aria-label={say({ zh: '通知内容', en: 'Content' })}
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        style={{ minHeight: 160, padding: '8px 12px', border: '1px solid var(--ant-color-border)', borderRadius: 6 }}
        onInput={tell}
        onPaste={(e) => {
          e.preventDefault()
          const html = e.clipboardData.getData('text/html')
          const nodes = html ? parseRich(html) : [e.clipboardData.getData('text/plain')]
          const range = document.getSelection()?.getRangeAt(0)
          range?.deleteContents()
          for (const node of domOf(nodes).toReversed()) range?.insertNode(node)
          document.getSelection()?.collapseToEnd()
          tell()
        }}
      />
    </div>
  )
}
/** The same elements for the editor, made one by one. */
function domOf(nodes: readonly RichNode[]): Node[] {
  return nodes.map((n) => {
    if (typeof n === 'string') return document.createTextNode(n)
    const e = document.createElement(n.tag)
    if (n.href) e.setAttribute('href', n.href)
    e.append(...domOf(n.children))
    return e
  })
}
