import { useSay } from '../../../../kit/web/words.web.ts'
import { THEME_COLOURS, inkOf, setColour, setTheme, useLook } from '../../../../platform/shell/theme.web.ts'
import { themeNamed, THEMES, type ThemeName } from '../../../../platform/shell/themes.ts'
import { words } from '../../../../platform/shell/dialog-words.ts'

/** One theme as a small picture of the shell. */
function Sample({ name, colour }: { name: ThemeName; colour: string }) {
  const t = themeNamed(name)
  const main = inkOf(colour)
  return (
    <span className="look-sample" aria-hidden="true" style={{ background: t.page }}>
      <i style={{ background: t.head(main).bg }} />
      <b style={{ background: t.side(main).bg }} />
    </span>
  )
}

/** The themes and the main colour. Source: platform.md 2 (Themes). */
export default function LookPicker() {
  const { say } = useSay()
  const { theme, colour } = useLook()
  return (
    <div className="shell-look">
      <div role="group" aria-label={say(words.theme)} className="look-themes">
        {(Object.keys(THEMES) as ThemeName[]).map((name) => (
          <button key={name} type="button" aria-pressed={name === theme} onClick={() => setTheme(name)}>
            <Sample name={name} colour={colour} />
            {say(THEMES[name].label)}
          </button>
        ))}
      </div>
      <div role="group" aria-label={say(words.colour)} className="shell-colours">
        {THEME_COLOURS.map((c) => (
          <button key={c} type="button" aria-label={c} aria-pressed={c === colour} style={{ background: c }} onClick={() => setColour(c)} />
        ))}
        <input type="color" aria-label={say(words.ownColour)} title={say(words.ownColour)} value={colour} onChange={(e) => setColour(e.target.value)} />
      </div>
    </div>
  )
}
