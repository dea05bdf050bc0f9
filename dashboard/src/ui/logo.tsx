export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-[15px] font-semibold tracking-tight">
      <img src="/baton.svg" alt="" className="size-6" />
      Baton
    </span>
  )
}
