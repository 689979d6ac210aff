import { useId, useState, type InputHTMLAttributes } from 'react'
import { useSay } from '../../../../kit/web/words.web.ts'
import type { Text } from '../../../../kit/model/lang.ts'

const SHOW: Text = { zh: '显示密码', en: 'Show password' }
const HIDE: Text = { zh: '隐藏密码', en: 'Hide password' }
const EYE = 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z'

interface EntryProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  value: string
  /** what is wrong with it; shown below and said to screen readers */
  wrong?: string
  onChange(value: string): void
}
/** A labelled line of the screens before the shell: plain HTML, so that they need nothing of antd. A password can be looked at. */
export function LoginEntry({ label, value, wrong, onChange, type, ...rest }: EntryProps) {
  const { say } = useSay()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className={wrong ? 'entry entry-wrong' : 'entry'}>
      <label htmlFor={id}>{label}</label>
      <span className="entry-box">
        <input
          {...rest}
          id={id}
          type={type === 'password' && open ? 'text' : type}
          value={value}
          aria-invalid={!!wrong}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={(e) => onChange(e.target.value)}
        />
        {type === 'password' && (
          <button type="button" aria-label={say(open ? HIDE : SHOW)} aria-pressed={open} onClick={() => setOpen(!open)}>
            <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
              <path d={EYE} />
              {!open && <path d="M4 4l16 16" />}
            </svg>
          </button>
        )}
      </span>
      {wrong && (
        <p id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}
