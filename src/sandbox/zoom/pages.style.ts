/**
 * The style sheet of the simulated Zoom pages, for screens from 320 px wide, with light and dark
 * themes.
 */
export const style = `
:root{color-scheme:light dark;--page:#eef2f7;--card:#fff;--line:#d3dae6;--ink:#131619;--soft:#525c6c;--blue:#0b5cff;--on-blue:#fff;--red:#b3261e;--note:#e8f0ff}
@media (prefers-color-scheme:dark){:root{--page:#0f1319;--card:#1a212b;--line:#3a4557;--ink:#eef1f5;--soft:#a7b2c3;--blue:#79a8ff;--on-blue:#04122e;--red:#ffb4ab;--note:#1e2c46}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--page);color:var(--ink);font:16px/1.6 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header{max-width:34rem;margin-inline:auto;padding:2.5rem 1.25rem 1rem;font-size:1.35rem;font-weight:800;letter-spacing:-.02em;color:var(--blue)}
header span{margin-inline-start:.35rem;padding:.1rem .5rem;border:1px solid var(--line);border-radius:1rem;font-size:.8rem;font-weight:600;letter-spacing:0;color:var(--soft);vertical-align:middle}
main{max-width:34rem;margin:0 auto 3rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:1rem}
h1{margin:0 0 1rem;font-size:1.45rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin:1.75rem 0 .5rem;font-size:1rem}
p{margin:0 0 1rem}
ul{margin:0 0 1.25rem;padding-inline-start:1.3rem}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem 1.25rem;margin:0 0 1.5rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.wrap{overflow-wrap:anywhere}
label{display:block;margin-bottom:.3rem;font-weight:600}
input{width:100%;min-height:2.75rem;padding:.4rem .8rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:.6rem}
.hint{margin:.4rem 0 0;color:var(--soft);font-size:.9rem}
.notice{padding:.75rem 1rem;background:var(--note);border-radius:.6rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button,.button{display:inline-block;min-height:2.75rem;padding:.55rem 1.4rem;font:inherit;font-weight:600;line-height:1.5;text-decoration:none;cursor:pointer;border:1px solid var(--blue);border-radius:.6rem;background:var(--blue);color:var(--on-blue)}
.wide{width:100%;margin-top:1rem}
.quiet{background:transparent;color:var(--blue)}
.danger{background:transparent;border-color:var(--red);color:var(--red)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.people{list-style:none;padding:0;border-block:1px solid var(--line)}
.people li{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem 1rem;padding:.6rem 0}
.people li+li{border-top:1px solid var(--line)}
@media (max-width:30rem){header{padding-top:1.5rem}main{border-radius:0;border-inline:0;padding:1.5rem 1.25rem}}
`;
