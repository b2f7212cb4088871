// Starts the bot.
import { choose } from "./hoarder.js";
import { run } from "./kit/run.js";

await run(choose, { name: "hoarder", version: "1.0.0", maxInFlight: 64 });
