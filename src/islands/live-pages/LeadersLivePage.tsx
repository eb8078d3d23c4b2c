import { ClassPanel } from "./LiveClass.tsx";
import { ClassPanel as LoadedClassPanel } from "./lead/ClassPanel.tsx";

ClassPanel.provide(LoadedClassPanel);

/** The live page for people who may lead, whose first view has the controls. */
export { default } from "./LivePage.tsx";
