import { ClassPanel } from "./LiveClass.tsx";
import { ClassPanel as LoadedClassPanel } from "./lead/ClassPanel.tsx";

ClassPanel.provide(LoadedClassPanel);

/** The live page for people who may lead. Its first view includes the controls. */
export { default } from "./LivePage.tsx";
