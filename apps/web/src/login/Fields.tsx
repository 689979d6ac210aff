/** Terraced fields under a low sun, drawn in layers from far to near. Decoration only. */
export function LoginFields() {
  const strips = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  return (
    <svg className="login-fields" viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#16402c" />
          <stop offset="0.55" stopColor="#3c7350" />
          <stop offset="0.8" stopColor="#c9b36a" />
        </linearGradient>
        <linearGradient id="far" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#5a8f63" />
          <stop offset="1" stopColor="#3f7750" />
        </linearGradient>
        <linearGradient id="gold" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#d6ab50" />
          <stop offset="1" stopColor="#a97a2e" />
        </linearGradient>
        <linearGradient id="near" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2c6e49" />
          <stop offset="1" stopColor="#15402b" />
        </linearGradient>
      </defs>
      <rect width="800" height="900" fill="url(#sky)" />
      <circle className="login-sun" cx="590" cy="520" r="64" fill="#f2d98b" opacity="0.9" />
      <path d="M0 560C140 470 260 510 380 545S640 470 800 540V900H0Z" fill="#3b6d50" opacity="0.75" />
      <path d="M0 610C160 560 330 600 470 590S690 560 800 600V900H0Z" fill="url(#far)" />
      {strips.map((i) => (
        <path
          key={i}
          d={`M${-60 + i * 110} 900C${90 + i * 70} 760 ${200 + i * 52} 680 ${250 + i * 42} 598`}
          fill="none"
          stroke="#dfeccb"
          strokeOpacity="0.22"
          strokeWidth="2"
        />
      ))}
      <path d="M0 690C190 630 380 720 560 668S740 640 800 650V900H0Z" fill="url(#gold)" />
      {strips.map((i) => (
        <path
          key={i}
          d={`M0 ${712 + i * 14}C190 ${652 + i * 15} 380 ${742 + i * 12} 560 ${690 + i * 14}S740 ${662 + i * 16} 800 ${672 + i * 16}`}
          fill="none"
          stroke="#7a5318"
          strokeOpacity="0.28"
          strokeWidth="1.5"
        />
      ))}
      <path d="M0 790C220 730 420 830 800 752V900H0Z" fill="url(#near)" />
      {strips.map((i) => (
        <path
          key={i}
          d={`M${i * 100 - 20} 900C${i * 96 + 10} 850 ${i * 92 + 40} 820 ${i * 90 + 70} 788`}
          fill="none"
          stroke="#8fc49a"
          strokeOpacity="0.3"
          strokeWidth="2"
        />
      ))}
    </svg>
  )
}
