// Starts the bot.
import { choose } from "./bot.js";
import { run } from "./kit/run.js";

await run(choose, { name: "my-bot", version: "1", maxInFlight: 64 });
