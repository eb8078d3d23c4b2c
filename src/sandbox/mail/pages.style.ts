/** The mailbox's style sheet, for screens from 320 px wide, with light and dark themes. */
export const style = `
:root{color-scheme:light dark;--paper:#f7f0e2;--card:#fffdf7;--line:#e5d9c1;--ink:#29281f;--soft:#5f5b4d;--green:#1c5b40;--on-green:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#121212;--card:#1f2937;--line:#544d39;--ink:#f3eee1;--soft:#bfb8a7;--green:#4ade80;--on-green:#052e16}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.bar,main{max-width:60rem;margin-inline:auto;padding-inline:1.25rem}
.bar{padding-block:2rem .5rem}
.bar p{margin:0;color:var(--soft)}
h1{margin:0;font-size:1.6rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin:1.75rem 0 .5rem;font-size:.95rem;color:var(--soft);font-weight:600}
main{padding-block:1rem 3rem}
a{color:var(--green);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--green);outline-offset:2px;border-radius:4px}
.filter{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin-bottom:1.25rem}
.filter label{flex-basis:100%;margin-bottom:-.35rem;font-weight:600}
.filter input{flex:1 1 14rem;min-width:0}
input,button{font:inherit;color:inherit;min-height:2.6rem;border-radius:.5rem;border:1px solid var(--line);background:var(--card);padding:.35rem .8rem}
input::placeholder{color:var(--soft);opacity:1}
button{cursor:pointer;background:var(--green);border-color:var(--green);color:var(--on-green);font-weight:600}
.news{margin:0 0 1rem;padding:.6rem 1rem;border:1px solid var(--green);border-radius:.5rem}
.mails{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:.75rem;background:var(--card);overflow:hidden}
.mails li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.1rem 1rem;padding:.85rem 1.1rem;align-items:center}
.mails li+li{border-top:1px solid var(--line)}
.subject{font-weight:600;overflow-wrap:anywhere}
.to{grid-row:2;color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
time{color:var(--soft);font-size:.9rem;font-variant-numeric:tabular-nums}
.mails time{text-align:end}
.code{grid-row:2;grid-column:2;justify-self:end;white-space:nowrap}
.code button{min-height:1.9rem;padding:.1rem .6rem;font-size:.85rem}
code{font:700 1.1em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.12em;user-select:all;-webkit-user-select:all}
.code-box{display:flex;flex-wrap:wrap;align-items:center;gap:1rem;margin:1.25rem 0 0;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.code-box code{font-size:1.9rem}
.head{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.15rem 1rem;margin:0}
.head dt{color:var(--soft)}
.head dd{margin:0;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:34rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
pre{margin:0;padding:1.1rem 1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);white-space:pre-wrap;overflow-wrap:anywhere;font:.92rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
figure{margin:0}
figure img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:.75rem}
figcaption{color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
.empty{padding:3rem 1rem;text-align:center;border:1px dashed var(--line);border-radius:.75rem;color:var(--soft)}
.empty p{margin:.25rem 0}
@media (max-width:40rem){
.mails li{grid-template-columns:minmax(0,1fr)}
.mails time{text-align:start}
.to,.code{grid-row:auto;grid-column:1;justify-self:start}
.code{margin-top:.35rem}
}
`;
