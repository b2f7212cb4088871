// Longtrail joins long routes into one trail and takes the tickets that lie on it.
package main

import "example.com/longtrail/kit"

func main() {
	kit.Run(kit.Bot{Name: "longtrail", Version: "1.0.0", MaxInFlight: 64, Join: join})
}
